// Measures how long the page takes from an event until the frame that shows it.
import type { Browser, Page } from 'playwright-core';

/** In milliseconds. */
export interface FrameTime {
  readonly wall: number;
  /** CPU time of the page's main thread, which other programs on the machine change less. */
  readonly cpu: number;
}

interface TraceEvent {
  readonly name: string;
  /** In microseconds, as `tts`, the CPU time of the thread. */
  readonly ts: number;
  readonly tts: number;
}

/** The names of the marks in the trace of the page. */
export const marks = { began: 'lectern-began', drawn: 'lectern-drawn' } as const;

/** Marks each key in the page, and the frame after it. */
export const markKeys = (page: Page): Promise<void> =>
  page.evaluate(({ began, drawn }) => {
    document.addEventListener(
      'keydown',
      () => {
        performance.mark(began);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          // A message arrives after the frame is drawn.
          port1.onmessage = () => performance.mark(drawn);
          port2.postMessage(undefined);
        });
      },
      true,
    );
  }, marks);

/** @returns the times between the marks that `work` causes */
export const traceFrames = async (
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<readonly FrameTime[]> => {
  await browser.startTracing(page, { categories: ['blink.user_timing'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = traceEvents
    .filter(({ name }) => name === marks.began || name === marks.drawn)
    .sort((one, other) => one.ts - other.ts);
  return events.flatMap((began, index) => {
    const drawn = events[index + 1];
    if (began.name !== marks.began || drawn?.name !== marks.drawn) return [];
    return [{ wall: (drawn.ts - began.ts) / 1000, cpu: (drawn.tts - began.tts) / 1000 }];
  });
};
