// The index in Atlas Search. Where the configuration has another backend, a stub replaces this module (cli/bundle).
import type { AnyBulkWriteOperation, Collection, Db, Document } from 'mongodb';
import { collections } from '../../platform/db/index.ts';
import { searchedAttributes } from '../../schema/index.ts';
import { mergeHits, noHits, type RankedHits } from '../mergeHits.ts';
import { documentKey, findFollowingIndexes, findUsedIndexes, isOfPartition } from '../indexing/index.ts';
import { deleteSomeOfIndex } from '../mongodb/index.ts';
import type { SearchBackend } from '../searchBackend.ts';
import { loadStemmers } from '../text/index.ts';
import type { Partition } from '../types.ts';
import { rowFields } from './rowFields.ts';
import { ensureSearchIndex, searchIndexName } from './searchIndex.ts';
import { searchPipeline, type AtlasSearch } from './searchPipeline.ts';

interface Row extends Document {
  /** `<index>|<documentId>` */
  readonly _id: string;
}

interface Found {
  readonly documentId: string;
  readonly score: number;
  readonly token: string;
  readonly total: number;
}

const pageSize = 100;

const rows = (db: Db): Collection<Row> => db.collection(collections.searchDocuments);

const rankedHits = async (db: Db, partition: Partition, search: AtlasSearch): Promise<RankedHits> => {
  const read = (after?: string) =>
    rows(db)
      .aggregate<Found>([...searchPipeline(search, pageSize, after)])
      .toArray();
  const first = await read();
  let page: readonly Found[] | undefined = first;
  let last: string | undefined;
  return {
    total: first[0]?.total ?? 0,
    next: async () => {
      const found = page ?? (last === undefined ? [] : await read(last));
      page = undefined;
      last = found.length < pageSize ? undefined : found.at(-1)?.token;
      return found.map(({ documentId, score }) => ({ partition, documentId, score }));
    },
  };
};

const findMatches: SearchBackend['findMatches'] = async (db, searches, { near = false } = {}) => {
  const indexes = await findUsedIndexes(db);
  const found = searches.map(async ({ partition, search }) => {
    const index = indexes.find((one) => isOfPartition(one, partition));
    if (index === undefined) return noHits;
    const weights = [...new Set(searchedAttributes(partition.type).values())];
    return rankedHits(db, partition, { index: index._id, search, weights, near });
  });
  return mergeHits(await Promise.all(found));
};

const indexEntries: SearchBackend['indexEntries'] = async (unit, entries, only) => {
  const indexes = only ?? (await findFollowingIndexes(unit));
  await loadStemmers(indexes.map(({ language }) => language));
  const changes = entries.flatMap(({ partition, documentId, text = [] }) =>
    indexes
      .filter((index) => isOfPartition(index, partition))
      .map(({ _id: index, language }): AnyBulkWriteOperation<Row> => {
        const filter = { _id: documentKey(index, documentId) };
        if (text.every(({ words }) => words.length === 0)) return { deleteOne: { filter } };
        const replacement = rowFields(index, language, documentId, text);
        return { replaceOne: { filter, replacement, upsert: true } };
      }),
  );
  if (changes.length > 0) await rows(unit.db).bulkWrite(changes, unit.options);
};

/** A row that no search for words finds. Atlas Search takes over rows in the order of their writes. */
const findMark = (index: number): readonly Document[] => [
  {
    $search: {
      index: searchIndexName,
      compound: {
        filter: [{ equals: { path: 'index', value: index } }, { equals: { path: 'documentId', value: '' } }],
      },
    },
  },
  { $limit: 1 },
];

const isCurrent: SearchBackend['isCurrent'] = async (db, index, isRestEmpty) => {
  if (!(await ensureSearchIndex(db)) || !isRestEmpty) return false;
  const filter = { _id: documentKey(index, '') };
  await rows(db).updateOne(filter, { $setOnInsert: { index, documentId: '' } }, { upsert: true });
  const marks = await rows(db)
    .aggregate([...findMark(index)])
    .toArray();
  return marks.length > 0;
};

/** Writes rows that Atlas Search follows by itself. */
export const atlasBackend = (): SearchBackend => ({
  prepareNear: () => Promise.resolve(),
  findMatches,
  omitUnchanged: (_, entries) => Promise.resolve(entries),
  indexEntries,
  sendWaiting: () => Promise.resolve(),
  isCurrent,
  sweepSome: () => Promise.resolve(false),
  removeSome: deleteSomeOfIndex,
});
