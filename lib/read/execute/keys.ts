// Collects the surrogate keys of an answer, by which caches purge it.
import { relatedIn } from '../plan/index.ts';
import type { Filter, Populate, Query, Selection, SortKey, Subset } from '../query/index.ts';
import { builtInUids } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Shown } from '../../platform/cacheMetadata.ts';

/**
 * The maximum length of the keys. The answer's headers stay below 4 kB, the default limit of many proxies.
 */
const maxLength = 3_000;

const inFilter = (filter: Filter): readonly string[] =>
  relatedIn(filter).flatMap(({ filter: { target, where } }) => [target.uid, ...inFilter(where)]);

const inSort = (sort: readonly SortKey[]): readonly string[] =>
  sort.flatMap(({ through }) => through.flatMap((way) => (way.kind === 'relation' ? [way.target] : [])));

/** The types that the selection of documents or components depends on. */
const inChoice = ({ filter, sort }: Subset): readonly string[] => [
  ...(filter === undefined ? [] : inFilter(filter)),
  ...inSort(sort),
];

interface Types {
  /**
   * The types whose documents can change the answer by being created, changed or deleted, even if the answer does not
   * contain them.
   */
  readonly decide: readonly string[];
  /** The types of the documents in the answer. */
  readonly shown: readonly string[];
}

const together = (all: readonly Types[]): Types => ({
  decide: all.flatMap(({ decide }) => decide),
  shown: all.flatMap(({ shown }) => shown),
});

const inSelection = ({ populate }: Selection): Types => together(populate.map(inPopulated));

/** A document's files change the answer only when they change themselves, so their type is not in `decide`. */
const target = (uid: string): Types => ({ decide: uid === builtInUids.file ? [] : [uid], shown: [uid] });

const chosen = (subset: Subset): Types => ({ decide: inChoice(subset), shown: [] });

const inPopulated = (populated: Populate): Types => {
  switch (populated.kind) {
    case 'relation':
      return together([target(populated.target.uid), chosen(populated), inSelection(populated.select)]);
    case 'component':
      return together([chosen(populated), inSelection(populated.select)]);
    case 'zone':
      return together([...populated.on.values()].flatMap((part) => [chosen(part), inSelection(part.select)]));
    case 'morph':
      return together([...populated.on].flatMap(([uid, part]) => [target(uid), inSelection(part.select)]));
    case 'localizations':
      return inSelection(populated.select);
    // Links name documents and contain none of their values.
    case 'links':
      return together([]);
  }
};

/**
 * The keys of an answer: the uids of the types that it depends on (a list's own type, and types that it populates,
 * filters
 * or sorts through), and the documentIds of the documents in it. When these are too long, the uids of their types
 * replace
 * the documentIds.
 */
const keysOf = (query: Query, documents: ReadonlySet<string>, isList: boolean): string => {
  const { uid } = query.type;
  const { decide, shown } = together([inSelection(query.select), chosen(query)]);
  const types = new Set([...(isList ? [uid] : []), ...decide]);
  const keys = [...types, ...documents].join(' ');
  return keys.length <= maxLength ? keys : [...new Set([uid, ...types, ...shown])].join(' ');
};

/**
 * @returns an empty set that collects the documentIds in an answer; undefined when shared caches do not keep the type
 */
export const collector = ({ config }: Pick<Service, 'config'>, { type }: Query): Set<string> | undefined =>
  (config.cache.types[type.uid]?.sharedMaxAge ?? 0) > 0 ? new Set() : undefined;

/** @param documents the set from `collector`, filled */
export const shownOf = (query: Query, documents: ReadonlySet<string> | undefined, isList: boolean): Shown => ({
  uid: query.type.uid,
  drafts: query.status === 'draft' || query.preview === true,
  ...(documents === undefined ? {} : { keys: keysOf(query, documents, isList) }),
});
