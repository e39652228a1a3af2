// Makes the measurements of several processes those of one.
import type { Metric, Sample } from './metrics/index.ts';

/** @param all the measurements of each process @returns each metric once, with the sums of its values, or the largest */
export const combineMetrics = (all: readonly (readonly Metric[])[]): readonly Metric[] => {
  const metrics = new Map<string, Metric & { readonly values: Map<string, Sample> }>();
  for (const metric of all.flat()) {
    const { values } = metrics.get(metric.name) ?? { values: new Map<string, Sample>() };
    const combine = metric.combine === 'max' ? Math.max : (one: number, other: number) => one + other;
    for (const sample of metric.samples) {
      const key = `${sample.suffix}${JSON.stringify(sample.labels)}`;
      values.set(key, { ...sample, value: combine(values.get(key)?.value ?? 0, sample.value) });
    }
    metrics.set(metric.name, { ...metric, values });
  }
  return [...metrics.values()].map(({ values, ...metric }) => ({ ...metric, samples: [...values.values()] }));
};
