// Runs something after a pause, or after a longer time without one.

export class Debounce {
  readonly #run: () => void;
  readonly #longestMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since: number | undefined;

  /** @param longestMs how long it may wait for a pause, such as with a field of a project that changes all the time */
  constructor(run: () => void, longestMs: number) {
    this.#run = run;
    this.#longestMs = longestMs;
  }

  /** Runs after so many milliseconds without another call. */
  schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#since ??= Date.now();
    const longest = Math.max(0, this.#since + this.#longestMs - Date.now());
    this.#timer = setTimeout(
      () => {
        this.cancel();
        this.#run();
      },
      Math.min(ms, longest),
    );
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#since = undefined;
  }
}
