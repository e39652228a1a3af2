// Documents of two types that have the same documentId, as imports and migrations can make them.
import { beforeAll, expect, test } from 'vitest';
import { addPublicRole } from '../setup/accounts.ts';
import { createApi, schemaOf, typeFile } from '../setup/api.ts';
import { indexSite } from './indexSite.ts';

const options = { options: { search: { title: 10, text: 1 } } };
const attributes = { title: { type: 'string' }, text: { type: 'text' } };
const api = createApi(
  schemaOf({ 'book.json': typeFile('book', attributes, options), 'song.json': typeFile('song', attributes, options) }),
);
const open = { as: null };
const shared = 'shared'.padEnd(24, '0');

beforeAll(async () => {
  const service = api.service();
  await addPublicRole(service, ['api::book.book.find', 'api::song.song.find']);
  const db = await service.database.get();
  for (const [type, title, text] of [
    ['books', 'Moon', 'the book of nights'],
    ['songs', 'A song', 'below the moon'],
  ] as const) {
    const documentId = await api.create(`/api/${type}`, { title, text });
    await db.collection(type).updateOne({ documentId }, { $set: { documentId: shared } });
  }
  await api.create('/api/songs', { title: 'Moon moon', text: 'moon' });
  await indexSite(service);
});

const search = async (query: string): Promise<readonly (readonly unknown[])[]> => {
  const { status, body } = await api.get(`/api/search?${query}`, open);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.map((one: Readonly<Record<string, unknown>>) => [one.type, one.title, one.excerpt]);
};

const book = ['api::book.book', 'Moon', '<mark>Moon</mark>'];
const song = ['api::song.song', 'A song', 'below the <mark>moon</mark>'];

test('each has its own rank, title, excerpt and entry', async () => {
  expect(await search('q=moon%20')).toEqual([['api::song.song', 'Moon moon', expect.anything()], book, song]);
  expect(await search('q=moon%20&types=songs&sort=title')).toEqual([
    song,
    ['api::song.song', 'Moon moon', expect.anything()],
  ]);
  // Only the book has the word.
  expect(await search('q=nights')).toEqual([['api::book.book', 'Moon', 'the book of <mark>nights</mark>']]);
  const { body } = await api.get('/api/search?q=moon%20&fields=title', open);
  const entries = body.data.map(({ type, entry }: { type: string; entry: { title: string } }) => [type, entry.title]);
  expect(entries.slice(1)).toEqual([
    ['api::book.book', 'Moon'],
    ['api::song.song', 'A song'],
  ]);
});

test('both are found by the documentId', async () => {
  expect((await search(`q=${shared}`)).map(([type, title]) => [type, title])).toEqual([
    ['api::book.book', 'Moon'],
    ['api::song.song', 'A song'],
  ]);
});

test('a filter of one type hides only its own', async () => {
  expect(await search('q=moon%20&filters[title]=Moon')).toEqual([book]);
});
