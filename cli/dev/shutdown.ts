// Ends a program: stops everything that it started, the last first.

export interface Shutdown {
  /** Registers a function to call at the end. */
  readonly add: (stop: () => Promise<void>) => void;
  readonly hasBegun: () => boolean;
  /** Calls all registered functions and exits the process, with code 1 if one of them fails. */
  readonly end: (code: number) => Promise<void>;
}

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

// npm repeats a signal that this process has already received; a later signal comes from an impatient user.
const forceExitMs = 1_000;

interface ShutdownOptions {
  /** Those that end the program. One that `nohup` may start leaves out SIGHUP. */
  readonly signals?: readonly Signal[];
  /** Gets the error of a function that fails. */
  readonly log?: (error: unknown) => void;
}

/** Starts to listen for the signals that end a program. */
export const createShutdown = ({
  signals = ['SIGINT', 'SIGTERM', 'SIGHUP'],
  log = console.error,
}: ShutdownOptions = {}): Shutdown => {
  const stops: (() => Promise<void>)[] = [];
  let begunAt: number | undefined;
  const end = async (code: number): Promise<void> => {
    if (begunAt !== undefined) return;
    begunAt = Date.now();
    let exitCode = code;
    for (const stop of stops.toReversed())
      await stop().catch((error: unknown) => {
        log(error);
        exitCode = 1;
      });
    process.exit(exitCode);
  };
  for (const signal of signals)
    process.on(signal, () => {
      if (begunAt !== undefined && Date.now() - begunAt > forceExitMs) process.exit(1);
      void end(0);
    });
  return { add: (stop) => void stops.push(stop), hasBegun: () => begunAt !== undefined, end };
};
