// Measures requests: how many of each operation and status, and how long they take.
import type { Handler } from '../../api/http/index.ts';
import type { Metric, Sample } from './prometheusText.ts';

/** The upper limits of the buckets, in seconds. */
const limits = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** The durations of one operation. */
interface Durations {
  /** How many are in each bucket, and not in one before; the last has those above all limits. */
  readonly counts: number[];
  readonly statuses: Map<number, number>;
  sum: number;
}

const histogramOf = (operation: string, { counts, sum }: Durations): readonly Sample[] => {
  let count = 0;
  const buckets = counts.map((added, index) => {
    count += added;
    return { suffix: '_bucket', labels: { operation, le: limits[index] ?? '+Inf' }, value: count };
  });
  const labels = { operation };
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
};

export class RequestMetrics {
  private readonly operations = new Map<string, Durations>();
  private inProgress = 0;

  /** @returns the handler, measured as this operation: a route such as `GET /api/{contentType}`, so that there are few */
  measure(operation: string, handler: Handler): Handler {
    return async (event, context) => {
      const startedAt = performance.now();
      this.inProgress += 1;
      try {
        const result = await handler(event, context);
        this.add(operation, result.statusCode ?? 200, (performance.now() - startedAt) / 1000);
        return result;
      } finally {
        this.inProgress -= 1;
      }
    };
  }

  metrics(): readonly Metric[] {
    const operations = [...this.operations];
    return [
      {
        ...{ name: 'lectern_requests_total', type: 'counter', help: 'Answered requests.' },
        samples: operations.flatMap(([operation, { statuses }]) =>
          [...statuses].map(([status, value]) => ({ labels: { operation, status }, value })),
        ),
      },
      {
        ...{ name: 'lectern_request_duration_seconds', type: 'histogram' },
        help: 'From the headers of a request to its answer.',
        samples: operations.flatMap(([operation, durations]) => histogramOf(operation, durations)),
      },
      {
        ...{ name: 'lectern_requests_in_progress', type: 'gauge', help: 'Requests that wait for their answer.' },
        samples: [{ value: this.inProgress }],
      },
    ];
  }

  private add(operation: string, status: number, seconds: number): void {
    const durations = this.operations.get(operation) ?? {
      ...{ counts: Array.from({ length: limits.length + 1 }, () => 0), statuses: new Map<number, number>(), sum: 0 },
    };
    this.operations.set(operation, durations);
    const bucket = limits.findIndex((limit) => seconds <= limit);
    const index = bucket < 0 ? limits.length : bucket;
    durations.counts[index] = (durations.counts[index] ?? 0) + 1;
    durations.statuses.set(status, (durations.statuses.get(status) ?? 0) + 1);
    durations.sum += seconds;
  }
}
