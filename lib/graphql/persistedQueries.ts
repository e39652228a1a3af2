// Automatic persisted queries, as clients of Apollo send them: a document by its hash, and with the document itself where the server
// does not know the hash. They are in the database, because each process of a function begins with none.
import { createHash } from 'node:crypto';
import type { Collection } from 'mongodb';
import { networkOf, type Request } from '../api/http/index.ts';
import { memoize } from '../memoize.ts';
import type { Caller } from '../platform/access/index.ts';
import { countInWindow } from '../platform/countInWindow.ts';
import { persistedQueries } from '../platform/db/index.ts';
import { LruCache } from '../platform/lruCache.ts';
import type { Service } from '../platform/service.ts';
import { isObject } from '../schema/index.ts';

interface StoredQuery {
  /** SHA-256 of the text, in hexadecimal digits. */
  readonly _id: string;
  readonly text: string;
  readonly until: Date;
}

const lifetimeMs = 30 * 86_400_000;

/** The limits of what is stored. Others are answered, and sent again with their text. */
const most = {
  characters: 20_000,
  /** Of callers without credentials: they cannot fill what others need. */
  ofPublic: 1_000,
  ofAll: 5_000,
  /** Of callers without credentials from one network, in an hour. */
  perNetwork: 100,
} as const;

/** By hash; a process keeps about as much as the documents that it keeps. */
const textsOf: (service: Service) => LruCache<string> = memoize(
  () => new LruCache<string>(2_000_000, ({ length }) => length),
);

const storedIn = async ({ database }: Service): Promise<Collection<StoredQuery>> =>
  (await database.get()).collection<StoredQuery>(persistedQueries);

/** @returns the text of the hash; undefined if it is not known */
const findText = async (service: Service, hash: string): Promise<string | undefined> => {
  const texts = textsOf(service);
  const known = texts.recall(hash);
  if (known !== undefined) return known;
  const stored = await storedIn(service);
  const found = await stored.findOne({ _id: hash });
  if (found === null) return undefined;
  texts.set(hash, found.text);
  const now = service.now().getTime();
  if (found.until.getTime() - now < lifetimeMs / 2)
    await stored.updateOne({ _id: hash }, { $set: { until: new Date(now + lifetimeMs) } });
  return found.text;
};

/** Whether the caller may store one more. */
const mayStore = async (service: Service, { address }: Request, { kind }: Caller): Promise<boolean> => {
  const count = await (await storedIn(service)).countDocuments({}, { limit: most.ofAll });
  if (kind !== 'public') return count < most.ofAll;
  if (count >= most.ofPublic) return false;
  return (await countInWindow(service, 3_600, ['persisted query', networkOf(address)])).count <= most.perNetwork;
};

/** Keeps a document, if the caller may store one. Call it for a document that is valid. */
const store = async (request: Request, service: Service, caller: Caller, hash: string, text: string): Promise<void> => {
  if (text.length > most.characters || (await findText(service, hash)) !== undefined) return;
  if (!(await mayStore(service, request, caller))) return;
  const until = new Date(service.now().getTime() + lifetimeMs);
  // Another process may store the same.
  await (await storedIn(service)).updateOne({ _id: hash }, { $set: { text, until } }, { upsert: true });
};

/** The document of a request. */
export interface RequestedDocument {
  readonly text: string;
  readonly persist?: (caller: Caller) => Promise<void>;
}

/** The hash that a request says. @returns undefined without one; null for one that is none */
const hashIn = (extensions: unknown): string | undefined | null => {
  const query = isObject(extensions) ? extensions.persistedQuery : undefined;
  if (query === undefined || query === null) return undefined;
  if (!isObject(query) || query.version !== 1) return null;
  return typeof query.sha256Hash === 'string' && /^[\da-f]{64}$/.test(query.sha256Hash) ? query.sha256Hash : null;
};

/**
 * @param query the document that a request sends
 * @param extensions those of the request
 * @returns the document; undefined if it is known by neither; why the request cannot have a document, as `@apollo/server` says it
 */
export const findDocument = async (
  request: Request,
  service: Service,
  { query = '', extensions }: { readonly query?: string | undefined; readonly extensions?: unknown },
): Promise<RequestedDocument | undefined | string> => {
  const hash = hashIn(extensions);
  if (hash === null) return 'Unsupported persisted query: send version 1 and sha256Hash with 64 hexadecimal digits';
  if (hash === undefined)
    return query === ''
      ? 'GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.'
      : { text: query };
  if (query === '') {
    const text = await findText(service, hash);
    return text === undefined ? undefined : { text };
  }
  if (createHash('sha256').update(query).digest('hex') !== hash) return 'provided sha does not match query';
  return { text: query, persist: (caller) => store(request, service, caller, hash, query) };
};
