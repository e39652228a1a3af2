// Checks what lists of versions contain, and that a version is read as the document would be, wherever it is stored.
import { describe, expect, it } from 'vitest';
import { findVersion, forgetVersions, listVersions, type DocumentKey } from '../../lib/history/index.ts';
import { administrator, type Caller } from '../../lib/platform/access/index.ts';
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

const read = async (documentId: string, number: number, json: object = {}, caller: Caller = administrator) => {
  const service = site.service();
  const found = await findVersion(await db(), keyOf(documentId), number);
  if (found === undefined) return undefined;
  const locales = await service.locales.known();
  const query = readJsonQuery({ status: 'draft', ...json }, keyOf(documentId).type, caller, { ...service, locales });
  return (await readVersion(service, query, documentId, found.source, new Timings())).data;
};

describe('versions', () => {
  it('are listed from the document, its outbox and the history, newest first', async () => {
    const one = await site.create('/api/articles?status=draft', { title: '1' });
    await site.put(`/api/articles/${one}`, { title: '2' });
    await site.runRelay();
    await site.put(`/api/articles/${one}?status=draft`, { title: '3' });
    await site.put(`/api/articles/${one}?status=draft`, { title: '4' });
    const all = [
      [4, 'modified', true],
      [3, 'modified', undefined],
      [2, 'published', undefined],
      [1, 'draft', undefined],
    ];
    expect(await list(one)).toEqual(all);
    expect(await list(one, 2)).toEqual(all.slice(0, 2));
    expect(await list(one, 2, 3)).toEqual(all.slice(2));
    for (const number of [1, 2, 3, 4]) expect(await read(one, number)).toMatchObject({ title: String(number) });
    expect(await read(one, 5)).toBeUndefined();
    await site.runRelay();
    expect(await list(one)).toEqual(all);
    for (const number of [1, 2, 3, 4]) expect(await read(one, number)).toMatchObject({ title: String(number) });
  });

  it('of a deleted document are the ones that it had', async () => {
    const one = await site.create('/api/articles', { title: 'Gone' });
    await site.delete(`/api/articles/${one}?locale=*`);
    expect(await list(one)).toEqual([[1, 'published', undefined]]);
    expect(await read(one, 1)).toMatchObject({ documentId: one, title: 'Gone' });
    await site.runRelay();
    expect(await list(one)).toEqual([[1, 'published', undefined]]);
  });

  it('are read with relations, without those to deleted documents', async () => {
    const [present, deleted] = [
      await site.create('/api/categorys', { name: 'kept' }),
      await site.create('/api/categorys', { name: 'gone' }),
    ];
    const one = await site.create('/api/articles', { title: 'A', category: deleted, blocks: [{ text: 'a' }] });
    await site.put(`/api/articles/${one}`, { title: 'B', category: present });
    await site.put(`/api/articles/${one}`, { title: 'C', category: null });
    await site.runRelay();
    await site.delete(`/api/categorys/${deleted}`);
    expect(await read(one, 1, { populate: '*' })).toMatchObject({
      title: 'A',
      category: null,
      blocks: [{ text: 'a' }],
    });
    expect(await read(one, 2, { populate: '*' })).toMatchObject({
      title: 'B',
      category: { documentId: present, name: 'kept' },
    });
    expect(await read(one, 3, { populate: '*' })).toMatchObject({ title: 'C', category: null });
  });

  it('are read only if they match the conditions of the caller', async () => {
    const one = await site.create('/api/articles', { title: 'secret' });
    await site.put(`/api/articles/${one}`, { title: 'open' });
    const filters = { title: { $eq: 'open' } };
    const allowed = new Map([
      ['api::article.article.find', { filters }],
      ['api::article.article.update', {}],
    ]);
    const caller: Caller = { id: 'a', kind: 'user', allowed, view: 'a', user: 'u' };
    expect(await read(one, 2, {}, caller)).toMatchObject({ title: 'open' });
    await expect(read(one, 1, {}, caller)).rejects.toThrow('Document not found');
    await site.runRelay();
    await expect(read(one, 1, {}, caller)).rejects.toThrow('Document not found');
  });

  it('are not read any more where a write has replaced them', async () => {
    const one = await site.create('/api/articles', { title: 'old' });
    const found = await findVersion(await db(), keyOf(one), 1);
    await site.put(`/api/articles/${one}`, { title: 'new' });
    const { collection = '', match = {}, stages = [] } = found?.source ?? {};
    const rows = (await db()).collection(collection).aggregate([{ $match: match }, ...stages]);
    expect(await rows.toArray()).toEqual([]);
    expect(await read(one, 1)).toMatchObject({ title: 'old' });
  });

  it('from before the site kept a history are read in the document', async () => {
    const one = await site.create('/api/articles', { title: 'old' });
    await (await site.documents('articles')).updateOne({ documentId: one }, { $unset: { written: 1 } });
    expect(await read(one, 1)).toMatchObject({ title: 'old' });
  });

  it('are forgotten, also those in the outbox', async () => {
    const one = await site.create('/api/articles', { title: '1' });
    await site.put(`/api/articles/${one}`, { title: '2' });
    await site.runRelay();
    await site.put(`/api/articles/${one}`, { title: '3' });
    expect(await forgetVersions(await db(), keyOf(one).type, one)).toBe(1);
    expect(await list(one)).toEqual([[3, 'published', true]]);
    await site.runRelay();
    expect(await list(one)).toEqual([[3, 'published', true]]);
  });

  it('of a large document are listed without their values', async () => {
    await site.createAllIndexes();
    const one = await site.create('/api/articles', { body: 'x'.repeat(600_000) });
    for (let index = 0; index < 30; index++) await site.put(`/api/articles/${one}`, { title: String(index) });
    await site.runRelay();
    const plan = await (
      await db()
    )
      .collection('lectern_versions')
      .find({ documentId: one, locale: 'en' })
      .sort({ revision: -1 })
      .explain('executionStats');
    expect(plan.executionStats).toMatchObject({ totalDocsExamined: 30, totalKeysExamined: 30 });
    const stats = await (
      await db()
    )
      .collection('lectern_versions')
      .aggregate([{ $collStats: { storageStats: {} } }])
      .toArray();
    expect(stats[0]?.storageStats.avgObjSize).toBeLessThan(500);
    expect(await list(one)).toHaveLength(31);
  });
});
