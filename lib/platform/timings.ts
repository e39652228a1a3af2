// Measures the stages of a request, for the Server-Timing header and the log.

/** The stages of a request, in their order. */
export type StageName = 'access' | 'parse' | 'plan' | 'database' | 'shape';

/** Collects the times of one request, and adds up a stage that is measured twice. */
export class Timings {
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
