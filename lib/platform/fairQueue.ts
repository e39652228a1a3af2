// Shares a number of places fairly between those who wait for them.
import { clientDisconnected, unavailable } from '../errors.ts';

/** Ends a wait. */
type End = (hasPlace: boolean) => void;

export interface FairQueueOptions {
  readonly places: number;
  /** The most places of one key. */
  readonly placesOfKey: number;
}

/**
 * A free place goes to the key that has the fewest, and of these to the one that has waited longest since its last place: a key
 * that waits many times gets no more than another.
 */
export class FairQueue {
  private readonly options: FairQueueOptions;
  private readonly taken = new Map<string, number>();
  /** Those who wait, by key. The key that got a place last is the last one. */
  private readonly waiting = new Map<string, Set<End>>();
  private total = 0;

  constructor(options: FairQueueOptions) {
    this.options = options;
  }

  /** Whether the key has a place, or waits for one. */
  has(key: string): boolean {
    return this.taken.has(key) || this.waiting.has(key);
  }

  /** Takes a place if one is free for the key. */
  tryTake(key: string): boolean {
    const own = this.countOf(key);
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
    if (signal?.aborted === true) return false;
    if (this.tryTake(key)) return true;
    return new Promise((resolve) => {
      const end: End = (hasPlace) => {
        this.forget(key, end);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(hasPlace);
      };
      const giveUp = (): void => {
        end(false);
      };
      const timer = setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener('abort', giveUp);
      const ofKey = this.waiting.get(key) ?? new Set();
      this.waiting.set(key, ofKey.add(end));
    });
  }

  /** Gives a place back. */
  leave(key: string): void {
    const left = this.countOf(key) - 1;
    if (left <= 0) this.taken.delete(key);
    else this.taken.set(key, left);
    this.total -= 1;
    let next: string | undefined;
    for (const one of this.waiting.keys()) if (next === undefined || this.countOf(one) < this.countOf(next)) next = one;
    if (next === undefined || !this.tryTake(next)) return;
    const ofKey = this.waiting.get(next) ?? new Set();
    const [first] = ofKey;
    this.waiting.delete(next);
    this.waiting.set(next, ofKey);
    first?.(true);
  }

  private forget(key: string, end: End): void {
    const ofKey = this.waiting.get(key);
    ofKey?.delete(end);
    if (ofKey?.size === 0) this.waiting.delete(key);
  }

  private countOf(key: string): number {
    return this.taken.get(key) ?? 0;
  }
}

/**
 * Takes a place, and waits for it.
 *
 * @param wait what waits, and how long
 * @throws ApiError 503 with Retry-After if the wait is too long; 499 if the client disconnects
 */
export const takePlace = async (
  queue: FairQueue,
  key: string,
  disconnected?: AbortSignal,
  wait = { what: 'reads', maxMs: 2_000 },
): Promise<void> => {
  if (await queue.take(key, wait.maxMs, disconnected)) return;
  throw disconnected?.aborted === true
    ? clientDisconnected()
    : unavailable(`Too many ${wait.what} wait for their turn: try again`, 2);
};
