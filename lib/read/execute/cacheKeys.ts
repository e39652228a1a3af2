// Collects the surrogate keys of an answer, by which caches purge it.
import { relatedConditions } from '../plan/index.ts';
import type { Filter, Populate, Query, Selection, SortKey, Subset } from '../query/index.ts';
import { builtInUids, creatorUid } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { fitsTags } from './keyHeaders.ts';

/** What cache headers need to know of an answer. */
export interface CacheMetadata {
  /** The uids of the requested types. */
  readonly uids: readonly string[];
  /** Whether the answer may contain drafts. */
  readonly drafts: boolean;
  /** Its surrogate keys, separated by spaces; undefined if no shared cache may store the answer. */
  readonly keys?: string;
}

/**
 * The maximum length of the keys. The answer's headers stay below 4 kB, the default limit of many proxies.
 */
const maxLength = 3_000;

const typesInFilter = (filter: Filter): readonly string[] =>
  relatedConditions(filter).flatMap(({ filter: { target, where } }) => [target.uid, ...typesInFilter(where)]);

const typesInSort = (sort: readonly SortKey[]): readonly string[] =>
  sort.flatMap(({ through }) => through.flatMap((way) => (way.kind === 'relation' ? [way.target] : [])));

/** The types that the selection of documents or components depends on. */
const typesInSubset = ({ filter, sort }: Subset): readonly string[] => [
  ...(filter === undefined ? [] : typesInFilter(filter)),
  ...typesInSort(sort),
];

interface SurrogateTypes {
  /**
   * The types whose documents can change the answer by being created, changed or deleted, even if the answer does not
   * contain them.
   */
  readonly decide: readonly string[];
  /** The types of the documents in the answer. */
  readonly answered: readonly string[];
}

const combine = (all: readonly SurrogateTypes[]): SurrogateTypes => ({
  decide: all.flatMap(({ decide }) => decide),
  answered: all.flatMap(({ answered }) => answered),
});

const typesInSelection = ({ populate }: Selection): SurrogateTypes => combine(populate.map(typesInPopulate));

/** A document's files change the answer only when they change themselves, so their type is not in `decide`. */
const targetTypes = (uid: string): SurrogateTypes => ({
  decide: uid === builtInUids.file ? [] : [uid],
  answered: [uid],
});

const subsetTypes = (subset: Subset): SurrogateTypes => ({ decide: typesInSubset(subset), answered: [] });

const typesInPopulate = (populated: Populate): SurrogateTypes => {
  switch (populated.kind) {
    case 'relation':
      return combine([targetTypes(populated.target.uid), subsetTypes(populated), typesInSelection(populated.select)]);
    case 'component':
      return combine([subsetTypes(populated), typesInSelection(populated.select)]);
    case 'zone':
      return combine([...populated.on.values()].flatMap((part) => [subsetTypes(part), typesInSelection(part.select)]));
    case 'morph':
      return combine([...populated.on].flatMap(([uid, part]) => [targetTypes(uid), typesInSelection(part.select)]));
    case 'localizations':
      return typesInSelection(populated.select);
    // Links name documents and contain none of their values.
    case 'links':
      return combine([]);
  }
};

/** The type whose documents are stored: creators are users. */
const storedUid = (uid: string): string => (uid === creatorUid ? builtInUids.user : uid);

const surrogateTypes = (query: Query): SurrogateTypes => {
  const { decide, answered } = combine([typesInSelection(query.select), subsetTypes(query)]);
  return { decide: decide.map(storedUid), answered: answered.map(storedUid) };
};

/**
 * The keys of an answer: the uids of the types that it depends on (a list's own type, and types that it populates,
 * filters or sorts through), and the documentIds of the documents in it. When these are too long or too many, the uids of
 * their types replace the documentIds.
 */
const surrogateKeys = (
  { config }: Pick<Service, 'config'>,
  query: Query,
  documents: ReadonlySet<string>,
  isList: boolean,
): string => {
  const { uid } = query.type;
  const { decide, answered } = surrogateTypes(query);
  const types = new Set([...(isList ? [uid] : []), ...decide]);
  const keys = [...types, ...documents].join(' ');
  return keys.length <= maxLength && fitsTags(types.size + documents.size, config.cache.purge)
    ? keys
    : [...new Set([uid, ...types, ...answered])].join(' ');
};

/**
 * @returns an empty set that collects the documentIds in an answer; undefined when shared caches do not keep the type
 */
export const documentCollector = ({ config }: Pick<Service, 'config'>, { type }: Query): Set<string> | undefined =>
  (config.cache.types[type.uid]?.sharedMaxAge ?? 0) > 0 ? new Set() : undefined;

/** @param documents the set from `documentCollector`, filled */
export const cacheMetadataOf = (
  service: Pick<Service, 'config'>,
  query: Query,
  documents: ReadonlySet<string> | undefined,
  isList: boolean,
): CacheMetadata => ({
  uids: [query.type.uid],
  drafts: mayHaveDrafts(query),
  ...(documents === undefined ? {} : { keys: surrogateKeys(service, query, documents, isList) }),
});

const mayHaveDrafts = ({ status, preview, editView, release }: Query): boolean =>
  status === 'draft' || preview === true || editView === true || release !== undefined;

/** The metadata of one answer to several lists. Its keys are uids of types alone. */
export const cacheMetadataOfLists = (service: Pick<Service, 'config'>, queries: readonly Query[]): CacheMetadata => {
  const isKept = queries.every((query) => documentCollector(service, query) !== undefined);
  const keys = queries.flatMap((query) => {
    const { decide, answered } = surrogateTypes(query);
    return [query.type.uid, ...decide, ...answered];
  });
  return {
    uids: queries.map(({ type }) => type.uid),
    drafts: queries.some(mayHaveDrafts),
    ...(isKept ? { keys: [...new Set(keys)].join(' ') } : {}),
  };
};

/** The metadata of one answer made of several. @returns its keys are uids of types alone if all keys are too long or too many */
export const joinCacheMetadata = (
  { config }: Pick<Service, 'config'>,
  parts: readonly CacheMetadata[],
): CacheMetadata => {
  const uids = [...new Set(parts.flatMap((part) => part.uids))];
  const drafts = parts.some((part) => part.drafts);
  if (parts.some(({ keys }) => keys === undefined)) return { uids, drafts };
  const all = new Set(parts.flatMap(({ keys = '' }) => keys.split(' ')));
  const keys = [...all].join(' ');
  if (keys.length <= maxLength && fitsTags(all.size, config.cache.purge)) return { uids, drafts, keys };
  // Of documents whose type is not among the keys: requested ones, and files.
  const types = [...all].filter((key) => key.includes('::'));
  return { uids, drafts, keys: [...new Set([...uids, ...types, builtInUids.file])].join(' ') };
};
