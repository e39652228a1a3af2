// A cache that evicts the least recently used value.

/** Keeps values up to a total size, and evicts the least recently used ones. */
export class LruCache<T> {
  private readonly maxSize: number;
  private readonly sizeOf: (value: T) => number;
  private readonly values = new Map<string, T>();
  private size = 0;

  /** @param sizeOf the size of a value, which must not change; without it each value counts as 1 */
  constructor(most: number, sizeOf: (value: T) => number = () => 1) {
    this.maxSize = most;
    this.sizeOf = sizeOf;
  }

  /** @returns the cached value of the key, or else the value that `make` returns; errors are not cached */
  get(key: string, make: () => T): T {
    const value = this.values.get(key) ?? make();
    this.set(key, value);
    return value;
  }

  /** Caches a value in place of the one of this key. */
  set(key: string, value: T): void {
    this.take(key);
    this.values.set(key, value);
    this.size += this.sizeOf(value);
    // A map iterates in insertion order, so the first key is the least recently used.
    for (const oldest of this.values.keys()) {
      if (this.size <= this.maxSize) break;
      this.take(oldest);
    }
  }

  /** Removes the value of the key. @returns it; undefined if there was none */
  take(key: string): T | undefined {
    const value = this.values.get(key);
    if (value !== undefined && this.values.delete(key)) this.size -= this.sizeOf(value);
    return value;
  }
}
