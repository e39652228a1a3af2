// Queries of versions as they will be are rewritten where something changes, and stay as they are everywhere else.
import { describe, expect, it } from 'vitest';
import type { DatabaseQuery } from '../../../lib/read/execute/databaseQuery.ts';
import { readingFuture, type FutureVersions } from '../../../lib/read/execute/futureVersions.ts';
import { planList } from '../../../lib/read/plan/index.ts';
import { read, schema } from '../query/read.ts';

const run = () => Promise.resolve([]);

/** The query that is sent instead. */
const sentFor = async (future: FutureVersions, query: DatabaseQuery): Promise<DatabaseQuery | undefined> => {
  let sent: DatabaseQuery | undefined;
  await readingFuture(future)((one) => {
    sent = one;
    return run();
  })(query);
  return sent;
};

const changed = [{ _id: { $in: [1] } }];
const stages = [{ $set: { published: '$draft' } }];
const page = { about: 'the rows', collection: 'works', hint: { documentId: 1 } } as const;
const match = { $match: { 'published.title': 'a' } };

describe('readingFuture', () => {
  it('is the same runner if nothing changes', () => {
    expect(readingFuture(new Map())(run)).toBe(run);
  });

  it('leaves queries of other collections as they are', async () => {
    const query = { ...page, stages: [match, { $limit: 1 }] };
    expect(await sentFor(new Map([['others', { changed, stages }]]), query)).toEqual(query);
  });

  it('tests documents that change as they will be, and all others as they are', async () => {
    const future = new Map([['works', { changed, stages }]]);
    const { about, collection } = page;
    expect(await sentFor(future, { ...page, stages: [match, { $limit: 1 }] })).toEqual({
      ...{ about, collection },
      stages: [
        { $match: { $and: [match.$match, { $nor: changed }] } },
        { $unionWith: { coll: 'works', pipeline: [{ $match: { $or: changed } }, ...stages, match] } },
        { $limit: 1 },
      ],
    });
  });

  it('finds documents by links of both versions, and tests those as they will be', async () => {
    const future = new Map([['works', { changed, stages }]]);
    const lookup = {
      from: 'works',
      as: '_x',
      localField: 'documentId',
      foreignField: 'published.of.to',
      pipeline: [match],
    };
    const sent = await sentFor(future, { ...page, collection: 'makers', stages: [{ $lookup: lookup }] });
    const lookups = sent?.stages.flatMap((stage) => ('$lookup' in stage ? [stage.$lookup] : []));
    expect(lookups).toMatchObject([
      { foreignField: 'published.of.to' },
      { foreignField: 'draft.of.to' },
      { foreignField: '_id', let: { row: '$documentId' }, pipeline: [...stages, match, { $match: {} }] },
    ]);
  });
});

describe('a plan after a release', () => {
  const plansOf = (text: string) => {
    const query = read(text);
    return { published: planList(query, schema), future: planList({ ...query, release: 1 }, schema) };
  };

  it('is that of published versions, and costs what it scans', () => {
    const { published, future } = plansOf('filters[title]=a&populate=*');
    expect({ ...future, scans: published.scans }).toEqual(published);
    const scanned = future.scans?.flatMap(({ conditions }) => conditions.map(({ path }) => path));
    expect(scanned).toContain('release');
  });

  it('counts documents, because the stored total is of those that are published now', () => {
    const { published, future } = plansOf('');
    expect(published.count?.stored).toBeDefined();
    expect(future.count?.stored).toBeUndefined();
  });
});
