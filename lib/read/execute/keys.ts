// What caches are told of an answer: what is in it, and what it depends on, by keys to purge it by.
import { relatedIn } from '../plan/index.ts';
import type { Filter, Populate, Query, Selection, SortKey, Subset } from '../query/index.ts';
import { builtInUids } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Shown } from '../../platform/cacheMetadata.ts';

/**
 * So long are the keys of an answer at the most: with its other headers it stays below 4 kB, which is what proxies take that
 * nobody configured.
 */
const maxLength = 3_000;

const inFilter = (filter: Filter): readonly string[] =>
  relatedIn(filter).flatMap(({ filter: { target, where } }) => [target.uid, ...inFilter(where)]);

const inSort = (sort: readonly SortKey[]): readonly string[] =>
  sort.flatMap(({ through }) => through.flatMap((way) => (way.kind === 'relation' ? [way.target] : [])));

/** The types that the choice of documents, or of components, goes through. */
const inChoice = ({ filter, sort }: Subset): readonly string[] => [
  ...(filter === undefined ? [] : inFilter(filter)),
  ...inSort(sort),
];

interface Types {
  /** Where a document that comes, goes or changes can change the answer, shown in it or not. */
  readonly decide: readonly string[];
  /** Of the documents shown. */
  readonly shown: readonly string[];
}

const together = (all: readonly Types[]): Types => ({
  decide: all.flatMap(({ decide }) => decide),
  shown: all.flatMap(({ shown }) => shown),
});

const inSelection = ({ populate }: Selection): Types => together(populate.map(inPopulated));

/** A file that a document has there always is: nothing but itself can change what is shown of it. */
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
    // They name documents, and show nothing of them.
    case 'links':
      return together([]);
  }
};

/**
 * The keys of an answer: the uids of the types that decide what is in it — of a list its own, and all that it populates,
 * filters or sorts through — and the documentIds of all that it shows; where these are too many, the uids of their types.
 */
const keysOf = (query: Query, documents: ReadonlySet<string>, isList: boolean): string => {
  const { uid } = query.type;
  const { decide, shown } = together([inSelection(query.select), chosen(query)]);
  const types = new Set([...(isList ? [uid] : []), ...decide]);
  const keys = [...types, ...documents].join(' ');
  return keys.length <= maxLength ? keys : [...new Set([uid, ...types, ...shown])].join(' ');
};

/** @returns what takes the documentIds of all that an answer shows; undefined where no cache keeps it for others */
export const collector = ({ config }: Pick<Service, 'config'>, { type }: Query): Set<string> | undefined =>
  (config.cache.types[type.uid]?.sharedMaxAge ?? 0) > 0 ? new Set() : undefined;

/** @param documents what `collector` took */
export const shownOf = (query: Query, documents: ReadonlySet<string> | undefined, isList: boolean): Shown => ({
  uid: query.type.uid,
  drafts: query.status === 'draft' || query.preview === true,
  ...(documents === undefined ? {} : { keys: keysOf(query, documents, isList) }),
});
