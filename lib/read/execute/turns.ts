// Shares the CPU of a process between its readers: long work runs in short turns, one at a time.
import { setImmediate } from 'node:timers/promises';
import { FairQueue, takePlace } from '../../platform/fairQueue.ts';
import { LruCache } from '../../platform/lruCache.ts';
import type { Reader } from '../../platform/timings.ts';

/** How long a reader may work until other requests have the process. */
const turnMs = 5;

/** Whose turn it is. The event loop serves all other requests between two turns. */
const turns = new FairQueue({ places: 1, placesOfKey: 1 });

/**
 * How long a reader may work in turns without waiting while others read: so much at once, and so much of each millisecond. It is
 * a fifth of the CPU time: of that of a search, a seventh is work in turns, and the others are queries and garbage collection.
 */
const share = { atOnceMs: 10, ofTime: 0.03 };

/** What a reader has used above its share: milliseconds, at a time of `performance.now()`. */
interface UsedTime {
  ms: number;
  at: number;
}

const usedTimes = new LruCache<UsedTime>(1_000);

const usedMs = ({ ms, at }: UsedTime, now: number): number => Math.max(0, ms - (now - at) * share.ofTime);

/** How long a reader counts as another after its last work. */
const recentMs = 1_000;

/** The reader that worked last, and until when another one counts. */
let last = '';
let othersUntil = -Infinity;

/** Adds the time since `from` to what a reader has used in turns. */
const addTime = (key: string, from: number): void => {
  const now = performance.now();
  if (key !== last) othersUntil = last === '' ? othersUntil : now + recentMs;
  last = key;
  const used = usedTimes.get(key, () => ({ ms: 0, at: now }));
  used.ms = usedMs(used, now) + now - from;
  used.at = now;
};

const doOthersRead = (): boolean => performance.now() < othersUntil;

/** Whether other work of a reader waits for a turn, or it has used more than its share while others read. */
const hasTooMuch = (key: string): boolean => {
  if (turns.has(key)) return true;
  const used = doOthersRead() ? usedTimes.recall(key) : undefined;
  return used !== undefined && usedMs(used, performance.now()) > share.atOnceMs;
};

/** Ends work within an item, which is then repeated: what is complete of it must be remembered. */
class Pause extends Error {}

/** A turn of a reader. */
export class Turn {
  private readonly reader: Reader;
  private start = performance.now();
  /** Whether something was completed in this turn. */
  private hasProgress = false;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  get isOver(): boolean {
    return performance.now() > this.start + turnMs;
  }

  /** Ends the turn. The system is no other reader: it works for all of them. */
  end(): void {
    const { key, maxCost } = this.reader;
    if (maxCost !== Infinity) addTime(key, this.start);
  }

  /** Ends the turn, and waits for the next. @throws as `takeTurn` */
  async next(): Promise<void> {
    this.end();
    try {
      await takeTurn(this.reader);
    } finally {
      this.start = performance.now();
      this.hasProgress = false;
    }
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

/**
 * Waits for a turn before a reader begins more, if it has too much to do while others read. Alone, it begins: MongoDB works while
 * this process does.
 */
export const waitForOwnTurn = (reader: Reader): Promise<void> | undefined =>
  doOthersRead() && hasTooMuch(reader.key) ? takeTurn(reader) : undefined;

/**
 * Maps items, without a wait if it takes a few milliseconds, and otherwise in turns. A reader whose other work waits for a turn,
 * or that has used more than its share, waits as well.
 *
 * @param map may throw Pause, and is then called again for the item
 * @throws what `map` throws, and as `takeTurn`
 */
export const mapInTurns = async <T, R>(
  reader: Reader,
  items: readonly T[],
  map: (item: T, turn: Turn, index: number) => R,
): Promise<readonly R[]> => {
  if (items.length > 0 && hasTooMuch(reader.key)) await takeTurn(reader);
  const turn = new Turn(reader);
  const results: R[] = [];
  try {
    for (let index = 0; index < items.length;) {
      if (index > 0 && turn.isOver) await turn.next();
      try {
        // The cast is safe: the index is that of an item.
        results.push(map(items[index] as T, turn, index));
        index += 1;
      } catch (error) {
        if (!(error instanceof Pause)) throw error;
        await turn.next();
      }
    }
  } finally {
    turn.end();
  }
  return results;
};
