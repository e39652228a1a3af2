// Compares a running Strapi with a Lectern that serves the same content.
export { compareServers } from './compareServers.ts';
export type { Comparison } from './findings.ts';
export { namedReasons } from './namedReasons.ts';
export { formatComparison, isEqual } from './report.ts';
export { serverAt } from './server.ts';
