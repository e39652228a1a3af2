// Stands for Astro: the module that content configurations import, and the context of a content loader.
import { createHash } from 'node:crypto';

interface Entry {
  readonly id: string;
  readonly data: unknown;
  readonly digest: string;
}

export const defineCollection = (collection: object): object => collection;

/** The context in which Astro runs a loader. */
export interface LoaderContext {
  /** The entries of the collection, by id. */
  readonly store: {
    readonly set: (entry: Entry) => void;
    readonly clear: () => void;
    readonly entries: Map<string, Entry>;
  };
  readonly meta: Map<string, string>;
  readonly logger: Readonly<Record<'info' | 'debug', () => void>>;
  readonly parseData: (entry: { readonly data: unknown }) => Promise<unknown>;
  readonly generateDigest: (data: unknown) => string;
}

/** @param parse checks the data of an entry with the schema of the collection */
export const createLoaderContext = (parse: (data: unknown) => unknown = (data) => data): LoaderContext => {
  const entries = new Map<string, Entry>();
  const ignore = (): void => undefined;
  return {
    store: {
      set: (entry) => {
        entries.set(entry.id, entry);
      },
      clear: () => {
        entries.clear();
      },
      entries,
    },
    meta: new Map(),
    logger: { info: ignore, debug: ignore },
    parseData: ({ data }) => Promise.resolve(parse(data)),
    generateDigest: (data) => createHash('sha256').update(JSON.stringify(data)).digest('hex'),
  };
};

/** What a function reads from the data of each entry, sorted. */
// The data has many shapes.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const readEntries = ({ store }: LoaderContext, read: (data: any) => string): readonly string[] =>
  [...store.entries.values()].map(({ data }) => read(data)).sort();
