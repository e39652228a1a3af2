// Checks whether a process can serve: its database answers, and it is not stopping.
import { isKept } from '../isKept.ts';
import type { Database } from './client.ts';

/** How long a result is cached, so that Lectern pings the database at most once a second. */
const cachedMs = 1_000;

/** A database that needs longer to answer counts as not ready. */
const maxWaitMs = 2_000;

/** @returns whether the work succeeds within two seconds */
const succeedsInTime = async (work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, maxWaitMs);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, timeout]).finally(() => {
    clearTimeout(timer);
  });
};

export class Readiness {
  private readonly get: Database['get'];
  private readonly now: () => Date;
  private lastCheck: { readonly answer: Promise<boolean>; readonly until: number } | undefined;
  private isStopping = false;

  constructor(get: Database['get'], now: () => Date) {
    this.get = get;
    this.now = now;
  }

  /** Marks the process as stopping: from now on it is not ready. */
  markStopping(): void {
    this.isStopping = true;
  }

  /** Whether the database answers, at most one second old; waits for at most two seconds. */
  async isReady(): Promise<boolean> {
    if (this.isStopping) return false;
    const now = this.now().getTime();
    if (this.lastCheck === undefined || !isKept(this.lastCheck.until, now, cachedMs))
      this.lastCheck = { answer: succeedsInTime(this.ping()), until: now + cachedMs };
    return this.lastCheck.answer;
  }

  private async ping(): Promise<unknown> {
    return (await this.get()).command({ ping: 1 });
  }
}
