// Counts the runs of the jobs of this process.
import type { Metric } from './prometheusText.ts';

interface Runs {
  succeeded: number;
  failed: number;
  /** In milliseconds. */
  succeededAt?: number;
}

export class JobMetrics {
  private readonly jobs = new Map<string, Runs>();

  /** Counts a run, which failed if it has an error. */
  readonly record = (job: string, error?: unknown): void => {
    const runs = this.jobs.get(job) ?? { succeeded: 0, failed: 0 };
    this.jobs.set(job, runs);
    if (error === undefined) {
      runs.succeeded += 1;
      runs.succeededAt = Date.now();
    } else runs.failed += 1;
  };

  metrics(): readonly Metric[] {
    const jobs = [...this.jobs];
    return [
      {
        ...{ name: 'lectern_job_runs_total', type: 'counter', help: 'Runs of a job in this process.' },
        samples: jobs.flatMap(([job, { succeeded, failed }]) => [
          { labels: { job, outcome: 'succeeded' }, value: succeeded },
          { labels: { job, outcome: 'failed' }, value: failed },
        ]),
      },
      {
        ...{ name: 'lectern_job_success_timestamp_seconds', type: 'gauge', help: 'When a job last succeeded here.' },
        combine: 'max',
        samples: jobs.flatMap(([job, { succeededAt }]) =>
          succeededAt === undefined ? [] : [{ labels: { job }, value: succeededAt / 1000 }],
        ),
      },
    ];
  }
}
