// A cache that evicts the least recently used value.

/**
 * An entry in a ring that has the entries in the order of their use. The order of a `Map` would do as well, but its first key is
 * found by passing over all keys that were removed before it: 10 to 25 µs for each use of a cache of 20,000 values.
 */
interface Entry<T> {
  readonly key: string;
  value: T;
  older: Entry<T>;
  newer: Entry<T>;
}

/** Keeps values up to a total size, and evicts the least recently used ones. */
export class LruCache<T> {
  private readonly maxSize: number;
  private readonly sizeOf: (value: T) => number;
  private readonly entries = new Map<string, Entry<T>>();
  private size = 0;
  private newest: Entry<T> | undefined;

  /** @param sizeOf the size of a value, which must not change; without it each value counts as 1 */
  constructor(most: number, sizeOf: (value: T) => number = () => 1) {
    this.maxSize = most;
    this.sizeOf = sizeOf;
  }

  /** @returns the cached value of the key, or else the value that `make` returns; errors are not cached */
  get(key: string, make: () => T): T {
    const entry = this.use(key);
    if (entry !== undefined) return entry.value;
    const value = make();
    this.set(key, value);
    return value;
  }

  /** @returns the cached value of the key; undefined if there is none */
  recall(key: string): T | undefined {
    return this.use(key)?.value;
  }

  /** Caches a value in place of the one of this key; one that is larger than the cache only removes that. */
  set(key: string, value: T): void {
    this.take(key);
    // It would evict all others, and then itself.
    if (this.sizeOf(value) > this.maxSize) return;
    const entry = { key, value } as Entry<T>; // `link` adds its neighbours
    this.entries.set(key, entry);
    this.size += this.sizeOf(value);
    this.link(entry);
    // In a ring, the oldest follows the newest.
    while (this.size > this.maxSize && this.newest !== undefined) this.take(this.newest.newer.key);
  }

  /** Removes the value of the key. @returns it; undefined if there was none */
  take(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.size -= this.sizeOf(entry.value);
    this.unlink(entry);
    return entry.value;
  }

  private use(key: string): Entry<T> | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.unlink(entry);
    this.link(entry);
    return entry;
  }

  private link(entry: Entry<T>): void {
    const { newest = entry } = this;
    const oldest = this.newest?.newer ?? entry;
    entry.older = newest;
    entry.newer = oldest;
    newest.newer = entry;
    oldest.older = entry;
    this.newest = entry;
  }

  private unlink(entry: Entry<T>): void {
    entry.older.newer = entry.newer;
    entry.newer.older = entry.older;
    if (this.newest === entry) this.newest = entry.older === entry ? undefined : entry.older;
  }
}
