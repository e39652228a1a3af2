// Measures the stages of a request, for the Server-Timing header and the log.

/** The stages of a request, in their order. */
export type StageName = 'access' | 'parse' | 'plan' | 'database' | 'shape';

/** Who waits for a read: decides its limits and its share of the connections. */
export interface Reader {
  /** Requests with the same text share their part of the connections: the id of a caller, or the address of the public. */
  readonly key: string;
  /** Whether the reader has no credentials. */
  readonly isPublic: boolean;
  /** The most that a read may cost; Infinity for the system. */
  readonly maxCost: number;
  /** The most bytes of an answer; Infinity for the system. */
  readonly maxBytes: number;
  /** What the reads of the request cost so far; absent: nothing. */
  spent?: number;
  /** Makes a signal that aborts when the client disconnects; undefined where nobody sees it. */
  readonly disconnected?: (() => AbortSignal) | undefined;
}

/** The system itself: relays, commands. */
const system: Reader = { key: 'system', isPublic: false, maxCost: Infinity, maxBytes: Infinity };

/** Collects the times of one request, and adds up a stage that is measured twice. Knows who waits for it. */
export class Timings {
  reader = { ...system };
  private readonly stages = new Map<StageName, number>();

  /** Measures work, a promise until it settles. Returns and throws what the work does. */
  measure<T>(stage: StageName, work: () => T): T {
    const start = performance.now();
    const end = (): void => {
      this.stages.set(stage, (this.stages.get(stage) ?? 0) + performance.now() - start);
    };
    let result: T;
    try {
      result = work();
    } catch (error) {
      end();
      throw error;
    }
    if (!(result instanceof Promise)) {
      end();
      return result;
    }
    // Not `finally`, which takes three turns of the queue instead of one.
    return result.then(
      (value: unknown) => {
        end();
        return value;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    ) as T;
  }

  /** @returns milliseconds; undefined for a stage that was not measured */
  of(stage: StageName): number | undefined {
    return this.stages.get(stage);
  }

  /** `parse;dur=0.2, database;dur=3.1`: milliseconds. */
  header(): string {
    return [...this.stages].map(([stage, time]) => `${stage};dur=${time.toFixed(1)}`).join(', ');
  }
}
