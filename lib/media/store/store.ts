// The interface of file stores, and the headers with which files are served.
import type { Readable } from 'node:stream';

/** A range of bytes, both ends included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ContentInfo {
  readonly mime: string;
  readonly bytes: number;
}

/** A stored file. */
export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

/**
 * Where a store keeps the bytes of deleted files: no address serves them. Moving them may be repeated after it was interrupted,
 * and ignores keys without a file.
 */
export interface StoreTrash {
  readonly take: (keys: readonly string[]) => Promise<void>;
  readonly giveBack: (keys: readonly string[]) => Promise<void>;
  readonly delete: (keys: readonly string[]) => Promise<void>;
  /** Lists the files in the trash, each with the key that it had. */
  readonly list: () => AsyncIterable<StoredFile>;
}

export interface Store {
  readonly provider: 'local' | 's3';
  /** Stores a stream under a key, completely or not at all. */
  readonly put: (key: string, stream: Readable, content: ContentInfo) => Promise<void>;
  /** Copies a file over another, completely or not at all. Without a file under `from` nothing happens. */
  readonly copy: (from: string, to: string) => Promise<void>;
  /** undefined if there is no such file. */
  readonly find: (key: string) => Promise<StoredFile | undefined>;
  /** Reads an existing file, or a range of it. */
  readonly read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** Deletes files. Keys without a file are ignored. */
  readonly delete: (keys: readonly string[]) => Promise<void>;
  /** Lists all files, including unfinished ones, without those in the trash. */
  readonly list: () => AsyncIterable<StoredFile>;
  readonly trash: StoreTrash;
  /** The public URL of a file. */
  readonly url: (key: string) => string;
}

/** Types that browsers may display. SVG, HTML and other types that can contain programs are downloaded instead. */
const displayableTypes = /^(?:image\/(?!svg)|video\/|audio\/|application\/pdf$|text\/(?:plain|vtt|csv|markdown)$)/;

export const dispositionOf = (mime: string): 'inline' | 'attachment' =>
  displayableTypes.test(mime) ? 'inline' : 'attachment';

/** Types that a page of the same origin, such as the editor, could run or apply: `attachment` does not prevent that. */
const appliedTypes: ReadonlySet<string> = new Set(['text/javascript', 'text/css']);

/** Text is UTF-8, or has a byte order mark, which browsers prefer over this header. */
export const contentTypeOf = (mime: string): string => {
  if (appliedTypes.has(mime)) return 'application/octet-stream';
  return mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime;
};

/** The seconds after which caches ask whether another file has the address by now. */
export const cacheControl = 'public, max-age=3600';
