// Ends a development session: stops everything that it started, the last first.

export interface Shutdown {
  /** Registers a function to call at the end. */
  readonly add: (stop: () => Promise<void>) => void;
  readonly hasBegun: () => boolean;
  /** Calls all registered functions and exits the process. */
  readonly end: (code: number) => Promise<void>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// npm repeats a signal that this process has already received; a later signal comes from an impatient user.
const forceExitMs = 1_000;

/** Starts to listen for the signals that end a program. */
export const createShutdown = (): Shutdown => {
  const stops: (() => Promise<void>)[] = [];
  let begunAt: number | undefined;
  const end = async (code: number): Promise<void> => {
    if (begunAt !== undefined) return;
    begunAt = Date.now();
    for (const stop of stops.toReversed())
      await stop().catch((error: unknown) => {
        console.error(error);
      });
    process.exit(code);
  };
  for (const signal of signals)
    process.on(signal, () => {
      if (begunAt !== undefined && Date.now() - begunAt > forceExitMs) process.exit(1);
      void end(0);
    });
  return { add: (stop) => void stops.push(stop), hasBegun: () => begunAt !== undefined, end };
};
