// A cache that evicts the least recently used value.

/** Keeps up to `maxSize` values, and evicts the least recently used one. */
export class Recent<T> {
  private readonly most: number;
  private readonly known = new Map<string, T>();

  constructor(most: number) {
    this.most = most;
  }

  /** @returns the cached value of the key, or else the value that `make` returns; errors are not cached */
  get(key: string, make: () => T): T {
    const value = this.known.get(key) ?? make();
    // A map iterates in insertion order, so the first key is the least recently used.
    this.known.delete(key);
    this.known.set(key, value);
    const [oldest] = this.known.keys();
    if (this.known.size > this.most && oldest !== undefined) this.known.delete(oldest);
    return value;
  }

  /** Removes the value of the key. */
  delete(key: string): void {
    this.known.delete(key);
  }
}
