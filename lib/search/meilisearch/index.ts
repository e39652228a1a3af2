// The index in Meilisearch. Where the configuration has another backend, a stub replaces this module (cli/bundle).
import { Meilisearch } from 'meilisearch';
import { unavailable } from '../../errors.ts';
import { mergeHits, noHits, type RankedHits } from '../mergeHits.ts';
import { documentKey, findFollowingIndexes, findUsedIndexes, isOfPartition } from '../indexing/index.ts';
import type { SearchBackend } from '../searchBackend.ts';
import { textsByWeight } from '../textsByWeight.ts';
import type { IndexEntry, Partition } from '../types.ts';
import { multiSearchQuery, type MeilisearchSearch } from './multiSearchQuery.ts';
import { addIndexDeletion, addWaiting, isWaiting, meilisearchId, type Change } from './waitingEntries.ts';
import { WaitingSender } from './waitingSender.ts';

export interface MeilisearchSettings {
  readonly url: string;
  /** The index in Meilisearch. */
  readonly index: string;
  readonly key: string | undefined;
}

/** How long one call may take. The lease of the relay lasts longer. */
const callMs = 5_000;

const pageSize = 100;

interface StoredHit {
  readonly documentId: string;
  readonly _rankingScore?: number;
}

/** A search in one partition that has an index. */
interface PlacedSearch {
  readonly partition: Partition;
  readonly search: MeilisearchSearch;
}

const searcherFor = (client: Meilisearch, uid: string) => {
  const search = async (searches: readonly PlacedSearch[], page: number) => {
    const queries = searches.map((one) => multiSearchQuery(uid, one.search, page, pageSize));
    try {
      const { results } = await client.multiSearch<{ queries: typeof queries }, StoredHit>({ queries });
      return results;
    } catch (error) {
      throw unavailable('The search does not work at the moment, try again later', undefined, error);
    }
  };
  type Result = Awaited<ReturnType<typeof search>>[number];
  const hitsOf = (one: PlacedSearch, first: Result | undefined): RankedHits => {
    let [page, isEnd] = [1, false];
    return {
      total: first?.totalHits ?? 0,
      next: async () => {
        if (isEnd) return [];
        const result = page === 1 ? first : (await search([one], page))[0];
        page++;
        const hits = result?.hits ?? [];
        isEnd = hits.length < pageSize;
        return hits.map(({ documentId, _rankingScore: score = 0 }) => ({
          partition: one.partition,
          documentId,
          score,
        }));
      },
    };
  };
  return { search, hitsOf };
};

const changeOf = (index: number, documentId: string, text: IndexEntry['text'] = []): Change => {
  const texts = textsByWeight(text);
  const id = meilisearchId(index, documentId);
  return Object.keys(texts).length === 0 ? { deletedId: id } : { document: { ...texts, id, index, documentId } };
};

const indexEntries: SearchBackend['indexEntries'] = async (unit, entries, only) => {
  const indexes = only ?? (await findFollowingIndexes(unit));
  const changes = entries.flatMap(({ partition, documentId, text }) =>
    indexes
      .filter((index) => isOfPartition(index, partition))
      .map(({ _id }) => [documentKey(_id, documentId), changeOf(_id, documentId, text)] as const),
  );
  await addWaiting(unit, new Map(changes));
};

/** Keeps the index in Meilisearch, which gets it from waiting entries in MongoDB. */
export const meilisearchBackend = ({ url, index: uid, key }: MeilisearchSettings, now: () => Date): SearchBackend => {
  const client = new Meilisearch({ host: url, timeout: callMs, ...(key === undefined ? {} : { apiKey: key }) });
  const sender = new WaitingSender(client, uid, now);
  const { search: run, hitsOf } = searcherFor(client, uid);
  return {
    prepareNear: () => Promise.resolve(),
    findMatches: async (db, searches, { near = false } = {}) => {
      const indexes = await findUsedIndexes(db);
      const placed = searches.map(({ partition, search }): PlacedSearch | undefined => {
        const index = indexes.find((one) => isOfPartition(one, partition));
        if (index === undefined) return undefined;
        return { partition, search: { index: index._id, search, near } };
      });
      const present = placed.filter((one) => one !== undefined);
      const results = present.length === 0 ? [] : await run(present, 1);
      return mergeHits(placed.map((one) => (one === undefined ? noHits : hitsOf(one, results[present.indexOf(one)]))));
    },
    omitUnchanged: (_, entries) => Promise.resolve(entries),
    indexEntries,
    sendWaiting: (db, mayCall) => sender.send(db, mayCall),
    isCurrent: async (db, index, isRestEmpty) => isRestEmpty && !(await isWaiting(db, index)),
    sweepSome: () => Promise.resolve(false),
    // Its number stays taken until Meilisearch has deleted its documents (`WaitingSender`).
    removeSome: async (db, index) => {
      await addIndexDeletion(db, index);
      return false;
    },
  };
};
