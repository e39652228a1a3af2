// What files are stored in: a few operations on keys, whatever is behind them.
import type { Readable } from 'node:stream';

/** From the first byte to the last, both counted from 0. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Content {
  readonly mime: string;
  readonly bytes: number;
}

/** What is stored under a key. */
export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

export interface Store {
  readonly provider: 'local' | 's3';
  /** Stores a stream under a key: whole, or not at all. What a key names is never changed. */
  readonly put: (key: string, stream: Readable, content: Content) => Promise<void>;
  /** undefined: there is none. */
  readonly find: (key: string) => Promise<StoredFile | undefined>;
  /** What is stored under a key that there is, or a part of it. */
  readonly read: (key: string, range?: Range) => Promise<Readable>;
  /** What is not there is deleted already. */
  readonly delete: (keys: readonly string[]) => Promise<void>;
  /** All that is stored, that what was not stored to its end included. */
  readonly list: () => AsyncIterable<StoredFile>;
  /** Where sites find what is stored under a key. */
  readonly url: (key: string) => string;
}

/** What browsers may be shown as it is; SVG, HTML and all that they might run is offered to be saved. */
const shown = /^(?:image\/(?!svg)|video\/|audio\/|application\/pdf$|text\/(?:plain|vtt|csv|markdown)$)/;

export const dispositionOf = (mime: string): 'inline' | 'attachment' => (shown.test(mime) ? 'inline' : 'attachment');

/** Texts are UTF-8, or marked as what they are, which browsers believe first. */
export const contentTypeOf = (mime: string): string => (mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime);

/** A key always means the same bytes. */
export const cacheControl = 'public, max-age=31536000, immutable';
