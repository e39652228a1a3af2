// Runs a benchmark as a program.
import { createShutdown, type Shutdown } from '../cli/dev/shutdown.ts';

/**
 * Runs a benchmark, then stops everything that it started, and ends the process: with code 1 if the benchmark throws.
 *
 * @param bench adds what it starts to its argument
 */
export const runBenchmark = async (bench: (ending: Shutdown) => Promise<void>): Promise<void> => {
  const ending = createShutdown();
  try {
    await bench(ending);
    await ending.end(0);
  } catch (error) {
    console.error(error);
    await ending.end(1);
  }
};
