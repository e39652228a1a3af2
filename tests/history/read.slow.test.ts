// Checks what lists of versions contain, and that a version is read as the document would be, wherever it is stored.
import { describe, expect, it } from 'vitest';
import { findVersion, listVersions, type DocumentKey } from '../../lib/history/index.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import { Timings } from '../../lib/platform/timings.ts';
import { readVersion } from '../../lib/read/execute/index.ts';
import { readJsonQuery } from '../../lib/read/query/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { createHistorySite } from './historySite.ts';

const site = createHistorySite();
const db = () => site.service().database.get();
const keyOf = (documentId: string): DocumentKey => ({
  type: typeOf(site.service().schema, 'api::article.article'),
  ...{ documentId, locale: 'en' },
});

const list = async (documentId: string, limit = 100, before?: number) =>
  (await listVersions(await db(), keyOf(documentId), limit, before)).map(({ revision, status, isCurrent }) => [
    ...[revision, status, isCurrent],
  ]);

const read = async (documentId: string, number: number) => {
  const service = site.service();
  const found = await findVersion(await db(), keyOf(documentId), number);
  if (found === undefined) return undefined;
  const locales = await service.locales.known();
  const query = readJsonQuery({ status: 'draft' }, keyOf(documentId).type, administrator, { ...service, locales });
  return (await readVersion(service, query, documentId, found.source, new Timings())).data;
};

describe('versions', () => {
  it('of a deleted document are the ones that it had', async () => {
    const one = await site.create('/api/articles', { title: 'Gone' });
    await site.delete(`/api/articles/${one}?locale=*`);
    expect(await list(one)).toEqual([[1, 'published', undefined]]);
    expect(await read(one, 1)).toMatchObject({ documentId: one, title: 'Gone' });
    await site.runRelay();
    expect(await list(one)).toEqual([[1, 'published', undefined]]);
  });

  it('of a large document are listed without their values', async () => {
    await site.createAllIndexes();
    const one = await site.create('/api/articles', { body: 'x'.repeat(600_000) });
    for (let index = 0; index < 8; index++) await site.put(`/api/articles/${one}`, { title: String(index) });
    await site.runRelay();
    const plan = await (
      await db()
    )
      .collection('lectern_versions')
      .find({ documentId: one, locale: 'en' })
      .sort({ revision: -1 })
      .explain('executionStats');
    expect(plan.executionStats).toMatchObject({ totalDocsExamined: 8, totalKeysExamined: 8 });
    const stats = await (
      await db()
    )
      .collection('lectern_versions')
      .aggregate([{ $collStats: { storageStats: {} } }])
      .toArray();
    expect(stats[0]?.storageStats.avgObjSize).toBeLessThan(500);
    expect(await list(one)).toHaveLength(9);
  });
});
