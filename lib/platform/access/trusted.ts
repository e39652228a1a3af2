// What was just found is trusted for a while without asking again.

/** So long what is revoked, blocked or no longer allowed may still work. */
const trustedMs = 10_000;
const maxTrusted = 1_000;

/** Values by key, each asked for at most every ten seconds. */
export class Trusted<T> {
  private readonly now: () => Date;
  private known = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(now: () => Date) {
    this.now = now;
  }

  /** @param find asked for what is not known; what it finds nothing for, or throws, is asked again */
  async get(key: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = this.now().getTime();
    const { known } = this;
    const there = known.get(key);
    if (there !== undefined && there.until > now) return there.value;
    known.delete(key);
    const value = await find();
    if (value === undefined) return undefined;
    if (known.size >= maxTrusted) known.clear();
    known.set(key, { value, until: now + trustedMs });
    return value;
  }

  /** Asks again for all: something was changed by this process. What is being asked for now may be what was before. */
  forget(): void {
    this.known = new Map();
  }
}
