// Removes what is no longer kept, once a minute, beside the relay's other work: links to recently deleted documents, the trash,
// and old versions. Then it runs the jobs of other areas.
import { errorDetails, writeLog } from '../../platform/log.ts';
import type { Service } from '../../platform/service.ts';
import { removeExpired } from '../../history/index.ts';
import { sweepLinks, sweepTrash } from '../../write/documents/index.ts';
import type { RelaySettings } from './relaySettings.ts';

const intervalMs = 60_000;

/** Longer than the relay is usually interrupted. The daily sweep and the start of a server cover older deletions. */
const maxAgeMs = 3_600_000;

export class Sweeper {
  private readonly service: Service;
  private readonly settings: Pick<RelaySettings, 'jobs' | 'onRun'>;
  private running: Promise<unknown> = Promise.resolve();
  private due = 0;

  constructor(service: Service, settings: Pick<RelaySettings, 'jobs' | 'onRun'>) {
    this.service = service;
    this.settings = settings;
  }

  /** Starts a sweep if one is due. It does not delay events, and after an error the next one tries again. */
  start(): void {
    if (performance.now() < this.due) return;
    this.due = performance.now() + intervalMs;
    this.running = this.running
      .then(() => sweepLinks(this.service, maxAgeMs))
      .then(() => sweepTrash(this.service, maxAgeMs))
      .then(() => removeExpired(this.service))
      .then(async () => {
        for (const job of this.settings.jobs) await job(this.service);
        this.settings.onRun?.('sweep');
      })
      .catch((error: unknown) => {
        this.settings.onRun?.('sweep', error);
        const message = 'links or versions cannot be removed, or a job of each minute failed';
        writeLog('error', { message, error: errorDetails(error) });
      });
  }

  /** Resolves when no sweep is in progress. */
  async whenIdle(): Promise<void> {
    await this.running;
  }
}
