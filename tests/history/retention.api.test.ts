// Checks how many versions the history keeps, and for how long.
import { expect, it } from 'vitest';
import { removeExpired } from '../../lib/history/index.ts';
import { versionsCollection, versionValuesCollection } from '../../lib/write/documents/versions/storeVersions.ts';
import { createHistorySite } from './historySite.ts';

const site = createHistorySite({ versions: 3, days: 10, publications: 2, publicationDays: 100 });
const db = () => site.service().database.get();
const titlesOf = async (documentId: string) => (await site.versions(documentId, 'en')).map(({ draft }) => draft?.title);

it('keeps the newest versions and publications of each document, and named ones', async () => {
  const one = await site.create('/api/articles?status=draft', { title: '1' });
  const other = await site.create('/api/articles?status=draft', { title: 'other' });
  await site.put(`/api/articles/${other}?status=draft`, { title: 'newer' });
  for (let index = 2; index <= 12; index++)
    await site.put(`/api/articles/${one}${index % 3 === 0 ? '' : '?status=draft'}`, { title: String(index) });
  await site.runRelay();
  expect(await titlesOf(one)).toEqual(['6', '8', '9', '10', '11']);
  expect(await titlesOf(other)).toEqual(['other']);
  await versionsCollection(await db()).updateOne({ documentId: one, revision: 8 }, { $set: { name: 'kept' } });
  for (let index = 13; index <= 20; index++)
    await site.put(`/api/articles/${one}?status=draft`, { title: String(index) });
  await site.runRelay();
  expect(await titlesOf(one)).toEqual(['8', '9', '12', '17', '18', '19']);
  const [rows, values] = [
    await versionsCollection(await db()).countDocuments(),
    await versionValuesCollection(await db()).countDocuments(),
  ];
  expect(values).toBe(rows);
});

it('removes versions that are too old', async () => {
  const one = await site.create('/api/articles?status=draft', { title: 'draft' });
  await site.put(`/api/articles/${one}`, { title: 'published' });
  await site.put(`/api/articles/${one}`, { title: 'newest' });
  await site.runRelay();
  const after = (days: number) =>
    removeExpired({ ...site.service(), now: () => new Date(Date.now() + days * 86_400_000) });
  await after(9);
  expect(await titlesOf(one)).toEqual(['draft', 'published']);
  await after(11);
  expect(await titlesOf(one)).toEqual(['published']);
  await after(101);
  expect(await titlesOf(one)).toEqual([]);
});
