// Caches values for ten seconds, or another time.
import { isKept } from '../isKept.ts';

/** A revoked token, a blocked user or a removed permission may still work for this long. */
const trustedMs = 10_000;
const maxEntries = 1_000;

/** A cache of values by key, each valid for the same time. */
export class TimedCache<T> {
  private readonly now: () => Date;
  private readonly lifetimeMs: number;
  private entries = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(now: () => Date, lifetimeMs = trustedMs) {
    this.now = now;
    this.lifetimeMs = lifetimeMs;
  }

  /** @param find finds a value that is not in the cache; undefined and errors are not cached */
  async get(key: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = this.now().getTime();
    const { entries, lifetimeMs } = this;
    const cached = entries.get(key);
    if (cached !== undefined && isKept(cached.until, now, lifetimeMs)) return cached.value;
    entries.delete(key);
    const value = await find();
    if (value === undefined) return undefined;
    if (entries.size >= maxEntries) entries.clear();
    entries.set(key, { value, until: now + lifetimeMs });
    return value;
  }

  /** Lets the next `get` find the value anew. */
  delete(key: string): void {
    this.entries.delete(key);
  }

  /** Clears the cache. A new map keeps lookups that are still running from storing an old value in it. */
  clear(): void {
    this.entries = new Map();
  }
}
