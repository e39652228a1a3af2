// How a development session ends: what it started, it stops, the last first.

export interface Ending {
  /** Has this stopped at the end. */
  readonly add: (stop: () => Promise<void>) => void;
  readonly begun: () => boolean;
  /** Stops everything and ends the process. */
  readonly end: (code: number) => Promise<void>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// npm hands on a signal that has reached this process already; one that comes later is an impatient user's.
const impatientMs = 1_000;

/** Listens for the signals that end a program. */
export const onEnding = (): Ending => {
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
      if (begunAt !== undefined && Date.now() - begunAt > impatientMs) process.exit(1);
      void end(0);
    });
  return { add: (stop) => void stops.push(stop), begun: () => begunAt !== undefined, end };
};
