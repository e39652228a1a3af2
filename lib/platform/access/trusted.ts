// Caches values for ten seconds.

/** A revoked token, a blocked user or a removed permission may still work for this long. */
const trustedMs = 10_000;
const maxTrusted = 1_000;

/** A cache of values by key, each valid for ten seconds. */
export class Trusted<T> {
  private readonly now: () => Date;
  private known = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(now: () => Date) {
    this.now = now;
  }

  /** @param find finds a value that is not in the cache; undefined and errors are not cached */
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

  /** Clears the cache. A new map keeps lookups that are still running from storing an old value in it. */
  forget(): void {
    this.known = new Map();
  }
}
