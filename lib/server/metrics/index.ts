// Measurements for Prometheus, which `npm start` serves.
export { Metrics } from './metrics.ts';
export type { Metric, Sample } from './prometheusText.ts';
