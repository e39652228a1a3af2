// Keeps in the browser what was typed and is not saved yet.
import type { KeptText, TextStore } from './textStore.ts';

/** So short a pause that a crash loses little. */
const pauseMs = 300;

export class TextKeeper {
  readonly #texts: TextStore;
  readonly #read: () => KeptText | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  /** @param read returns the text to keep; undefined if all of it is saved */
  constructor(texts: TextStore, read: () => KeptText | undefined) {
    this.#texts = texts;
    this.#read = read;
  }

  /** Keeps the text after a pause, in which it may change further. */
  readonly schedule = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), pauseMs);
  };

  /** Keeps the text now. */
  readonly keep = async (): Promise<void> => {
    clearTimeout(this.#timer);
    const text = this.#isEnded ? undefined : this.#read();
    await (text === undefined ? this.#texts.forget() : this.#texts.keep(text));
  };

  readonly forget = (): Promise<void> => {
    clearTimeout(this.#timer);
    return this.#texts.forget();
  };

  /** Forgets the text, and keeps none from now on. */
  readonly end = (): Promise<void> => {
    this.#isEnded = true;
    return this.forget();
  };

  /** @returns a function that keeps the text now, and closes the form */
  readonly open = (): (() => void) => {
    const close = this.#texts.open();
    return () => {
      void this.keep();
      close();
    };
  };
}
