// Writes measurements in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/

export type Labels = Readonly<Record<string, string | number>>;

/** A value, with what is added to the name of its metric: `_bucket`, `_sum`, `_count` of a histogram. */
export interface Sample {
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** What it counts, in one line. */
  readonly help: string;
  /** How the values of several processes become one; `sum` if absent. */
  readonly combine?: 'max';
  readonly samples: readonly Sample[];
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

const labelText = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replaceAll(/[\\"\n]/g, (one) => escapes[one] ?? '')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

/** Metrics without samples are left out. */
export const prometheusText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
