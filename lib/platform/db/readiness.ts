// Whether a process can serve: its database answers, and it is not about to end.
import type { Database } from './client.ts';

/** How long an answer is taken for good: however many ask, the database is asked once a second. */
const trustedMs = 1_000;

/** A database that answers later than this is none to rely on. */
const patienceMs = 2_000;

/** @returns whether it is done before the patience ends */
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

  /** Who asks later is told no. */
  end(): void {
    this.ends = true;
  }

  /** What the database says, no more than a second old; it is asked for two seconds at the most. */
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
