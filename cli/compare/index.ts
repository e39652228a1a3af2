// Compares a running Strapi with a Lectern that serves the same content.
export { compareServers, type ComparisonInput } from './compareServers.ts';
export type { Comparison, Finding } from './findings.ts';
export { namedReasons } from './namedReasons.ts';
export { formatComparison, isEqual } from './report.ts';
export { serverAt, type Server } from './server.ts';
