// A cache that evicts the least recently used value.

/** Keeps up to `maxSize` values, and evicts the least recently used one. */
export class LruCache<T> {
  private readonly maxSize: number;
  private readonly values = new Map<string, T>();

  constructor(most: number) {
    this.maxSize = most;
  }

  /** @returns the cached value of the key, or else the value that `make` returns; errors are not cached */
  get(key: string, make: () => T): T {
    const value = this.values.get(key) ?? make();
    // A map iterates in insertion order, so the first key is the least recently used.
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.maxSize && oldest !== undefined) this.values.delete(oldest);
    return value;
  }

  /** Removes the value of the key. */
  delete(key: string): void {
    this.values.delete(key);
  }
}
