// Shares a number of places fairly between those who wait for them.

interface Waiting {
  readonly key: string;
  readonly end: (hasPlace: boolean) => void;
}

export interface FairQueueOptions {
  readonly places: number;
  /** The most places of one key. */
  readonly placesOfKey: number;
}

/** A free place goes to the key that has the fewest, and of these to the one that has waited longest. */
export class FairQueue {
  private readonly options: FairQueueOptions;
  private readonly taken = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();
  private total = 0;

  constructor(options: FairQueueOptions) {
    this.options = options;
  }

  /** Takes a place if one is free for the key. */
  tryTake(key: string): boolean {
    const own = this.taken.get(key) ?? 0;
    if (this.total >= this.options.places || own >= this.options.placesOfKey) return false;
    this.total += 1;
    this.taken.set(key, own + 1);
    return true;
  }

  /**
   * Takes a place, and waits until one is free for the key.
   *
   * @param signal ends the wait
   * @returns whether it has the place: false if the wait ended without one
   */
  async take(key: string, maxWaitMs: number, signal?: AbortSignal): Promise<boolean> {
    if (this.tryTake(key)) return true;
    if (signal?.aborted === true) return false;
    return new Promise((resolve) => {
      const end = (hasPlace: boolean): void => {
        this.waiting.delete(waiting);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(hasPlace);
      };
      const giveUp = (): void => {
        end(false);
      };
      const waiting: Waiting = { key, end };
      const timer = setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener('abort', giveUp);
      this.waiting.add(waiting);
    });
  }

  /** Gives a place back. */
  leave(key: string): void {
    const left = (this.taken.get(key) ?? 1) - 1;
    if (left === 0) this.taken.delete(key);
    else this.taken.set(key, left);
    this.total -= 1;
    let next: Waiting | undefined;
    for (const one of this.waiting)
      if (next === undefined || this.countOf(one.key) < this.countOf(next.key)) next = one;
    if (next !== undefined && this.tryTake(next.key)) next.end(true);
  }

  private countOf(key: string): number {
    return this.taken.get(key) ?? 0;
  }
}
