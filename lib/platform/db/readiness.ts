// Checks whether a process can serve: its database answers, and it is not stopping.
import type { Database } from './client.ts';

/** How long a result is cached, so that Lectern pings the database at most once a second. */
const trustedMs = 1_000;

/** A database that needs longer to answer counts as not ready. */
const patienceMs = 2_000;

/** @returns whether the work succeeds within two seconds */
const inTime = async (work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, patienceMs);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => {
    clearTimeout(timer);
  });
};

export class Readiness {
  private readonly get: Database['get'];
  private readonly now: () => Date;
  private last: { readonly answer: Promise<boolean>; readonly until: number } | undefined;
  private ends = false;

  constructor(get: Database['get'], now: () => Date) {
    this.get = get;
    this.now = now;
  }

  /** Marks the process as stopping: from now on it is not ready. */
  end(): void {
    this.ends = true;
  }

  /** Whether the database answers, at most one second old; waits for at most two seconds. */
  async isReady(): Promise<boolean> {
    if (this.ends) return false;
    const now = this.now().getTime();
    if (this.last === undefined || this.last.until <= now)
      this.last = { answer: inTime(this.ping()), until: now + trustedMs };
    return this.last.answer;
  }

  private async ping(): Promise<unknown> {
    return (await this.get()).command({ ping: 1 });
  }
}
