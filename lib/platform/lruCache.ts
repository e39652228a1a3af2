// What was made lately and may be asked for again.

/** Keeps the values used last, up to a number of them. */
export class Recent<T> {
  private readonly most: number;
  private readonly known = new Map<string, T>();

  constructor(most: number) {
    this.most = most;
  }

  /** @returns the value of the key, made where it is not known; what `make` throws is not kept */
  get(key: string, make: () => T): T {
    const value = this.known.get(key) ?? make();
    // A map is in the order of insertion: the first is the one that was longest not asked for.
    this.known.delete(key);
    this.known.set(key, value);
    const [oldest] = this.known.keys();
    if (this.known.size > this.most && oldest !== undefined) this.known.delete(oldest);
    return value;
  }
  /** Drops the value of the key: the next `get` makes it. */
  delete(key: string): void {
    this.known.delete(key);
  }
}
