// How long the stages of one request took, for the Server-Timing header and the log.

/** The stages of a request, in the order of its way. */
export type StageName = 'access' | 'parse' | 'plan' | 'database' | 'shape';

/** Collects the times of one request; a stage measured twice counts together. */
export class Timings {
  private readonly stages = new Map<StageName, number>();

  /** @returns what the work returns; a promise is measured until it settles */
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
    // A promise that ends the same way, later than its measuring.
    return result.finally(end) as T;
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
