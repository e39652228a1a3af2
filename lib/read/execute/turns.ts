// Shares the CPU of a process between its readers: long work runs in short turns, one at a time.
import { setImmediate } from 'node:timers/promises';
import { FairQueue, takePlace } from '../../platform/fairQueue.ts';
import type { Reader } from '../../platform/timings.ts';

/** How long a reader may work until other requests have the process. */
const turnMs = 5;

/** Whose turn it is. The event loop serves all other requests between two turns. */
const turns = new FairQueue({ places: 1, placesOfKey: 1 });

/** Ends work within an item, which is then repeated: what is complete of it must be remembered. */
export class Pause extends Error {}

/** The time that is left of a turn. */
export class Turn {
  private until = performance.now() + turnMs;
  /** Whether something was completed in this turn. */
  private hasProgress = false;

  get isOver(): boolean {
    return performance.now() > this.until;
  }

  /** Waits for the next turn. @throws as `takeTurn` */
  async next(reader: Reader): Promise<void> {
    await takeTurn(reader);
    this.until = performance.now() + turnMs;
    this.hasProgress = false;
  }

  /** Records that a part of an item is complete. */
  progress(): void {
    this.hasProgress = true;
  }

  /** @throws Pause if the turn is over, except before its first part is complete */
  pauseIfOver(): void {
    if (this.hasProgress && this.isOver) throw new Pause();
  }
}

/**
 * Waits for a turn of the reader. The event loop ends it, so the work that follows must be synchronous. The system need not wait
 * for others.
 *
 * @throws ApiError 503 with Retry-After after two seconds; 499 if the client disconnects
 */
export const takeTurn = async ({ key, maxCost, disconnected }: Reader): Promise<void> => {
  if (maxCost === Infinity) return setImmediate();
  await takePlace(turns, key, disconnected?.());
  void setImmediate().then(() => {
    turns.leave(key);
  });
};

/** Waits for a turn if other work of the reader waits for one: a reader that has too much to do begins nothing more. */
export const waitForOwnTurn = (reader: Reader): Promise<void> | undefined =>
  turns.has(reader.key) ? takeTurn(reader) : undefined;

/**
 * Maps items, without a wait if it takes a few milliseconds, and otherwise in turns. A reader whose other work waits for a turn
 * waits as well.
 *
 * @param map may throw Pause, and is then called again for the item
 * @throws what `map` throws, and as `takeTurn`
 */
export const mapInTurns = async <T, R>(
  reader: Reader,
  items: readonly T[],
  map: (item: T, turn: Turn, index: number) => R,
): Promise<readonly R[]> => {
  const ownTurn = items.length === 0 ? undefined : waitForOwnTurn(reader);
  if (ownTurn !== undefined) await ownTurn;
  const turn = new Turn();
  const results: R[] = [];
  for (let index = 0; index < items.length;) {
    if (index > 0 && turn.isOver) await turn.next(reader);
    try {
      // The cast is safe: the index is that of an item.
      results.push(map(items[index] as T, turn, index));
      index += 1;
    } catch (error) {
      if (!(error instanceof Pause)) throw error;
      await turn.next(reader);
    }
  }
  return results;
};
