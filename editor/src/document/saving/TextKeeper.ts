// Keeps in the browser what was typed and is not saved yet.
import type { KeptText, TextStore } from './textStore.ts';

/** So short a pause that a crash loses little. */
const pauseMs = 300;

export class TextKeeper {
  readonly #texts: TextStore;
  readonly #read: () => KeptText | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param read returns the text to keep; undefined if all of it is saved */
  constructor(texts: TextStore, read: () => KeptText | undefined) {
    this.#texts = texts;
    this.#read = read;
  }

  /** Keeps the text after a pause, in which it may change further. */
  readonly schedule = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const text = this.#read();
      if (text !== undefined) void this.#texts.keep(text);
    }, pauseMs);
  };

  readonly forget = (): Promise<void> => this.#texts.forget();

  readonly end = (): void => {
    clearTimeout(this.#timer);
  };
}
