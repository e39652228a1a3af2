// Sends searches that are no texts, not closed or too long, searches long documents, and searches while a dictionary is read.
import { FindCursor } from 'mongodb';
import { beforeAll, expect, test, vi } from 'vitest';
import { forgetVocabularies } from '../../lib/search/mongodb/vocabulary.ts';
import { addPublicRole } from '../setup/accounts.ts';
import { createApi, schemaOf, testConfig, typeFile } from '../setup/api.ts';
import { indexSite } from './indexSite.ts';

const schema = schemaOf({
  'note.json': typeFile(
    'note',
    { title: { type: 'string' }, text: { type: 'text' } },
    { options: { search: { title: 10, text: 1 } } },
  ),
});
const api = createApi(schema);
const open = { as: null };
const withoutSearch = createApi(schema, { ...testConfig, search: { ...testConfig.search, enabled: false } });

beforeAll(async () => {
  await addPublicRole(api.service(), ['api::note.note.find']);
  await api.create('/api/notes', { title: 'Night (a+)+$', text: `${'word '.repeat(1_000)}late` });
  await indexSite(api.service());
});

const notTexts = ['', '=', '=+', '=%00', '=%', '[a]=b', '[]=a', '[a][b]=c', '[$ne]=1', '=a&@=b'];
const withoutWords = ['"', '""', '-', '--', '-"', '?!', '[', '\\', '|', '^', '%', "'", '😀', '\u0301', 'ͺ'];
const refused = ['-night', '-"night', 'x'.repeat(257), 'x'.repeat(10_000), 'a b c d e f g h i j k', '漢字'.repeat(60)];
const answered: readonly (readonly [text: string, total: number])[] = [
  ...(['night', '"night', 'night -', 'night -"', '\u202Enight', '😀 night', '"(a+)+$', '(a+)+$'] as const).map(
    (text) => [text, 1] as const,
  ),
  ...(['"night" -"night"', 'שלום', '$where', '{"$gt":""}', '__proto__', 'constructor', 'n|', '.*', 'a\0b c'] as const)
    .filter((text) => /[\p{L}]/u.test(text))
    .map((text) => [text, 0] as const),
];

test.each(['/api/search?q', '/api/notes?search'])('%s refuses what is no text', async (path) => {
  const name = path.slice(path.indexOf('?') + 1);
  const queries = [
    ...(name === 'q' ? notTexts : notTexts.filter((text) => !/^=?\+?$/.test(text))).map((text) =>
      text.replace('@', name),
    ),
    ...[...withoutWords, ...refused].map((text) => `=${encodeURIComponent(text)}`),
  ];
  for (const query of queries) {
    const { status, body } = await api.get(`${path}${query}`, open);
    expect([query, status, body.error?.details]).toEqual([query, 400, expect.anything()]);
  }
});

test.each(answered)('%j finds %d', async (text, total) => {
  for (const path of ['/api/search?q', '/api/notes?search']) {
    const { status, body } = await api.get(`${path}=${encodeURIComponent(text)}`, open);
    expect([status, body.meta?.pagination.total]).toEqual([200, total]);
  }
});

test('excerpts of large pages read less of each document', async () => {
  const excerpt = async (pageSize: number): Promise<string> =>
    (await api.get(`/api/search?q=late&pagination[pageSize]=${pageSize}`, open)).body.data[0].excerpt;
  expect(await excerpt(10)).toContain('<mark>late</mark>');
  expect(await excerpt(100)).not.toContain('<mark>');
});

test('a search reads no more of long texts than excerpts are made of, except to answer them', async () => {
  const text = `evening ${'words '.repeat(20_000)}`;
  for (const title of ['One', 'Two', 'Three']) await api.create('/api/notes', { title, text });
  await indexSite(api.service());
  const readBytes = async (more: string): Promise<number> => {
    const read = vi.spyOn(FindCursor.prototype, 'readBufferedDocuments');
    const { body } = await api.get(`/api/search?q=evening&pagination[pageSize]=100${more}`, open);
    expect(body.data.map((result: { readonly excerpt: string }) => result.excerpt)).toEqual(
      Array(3).fill(expect.stringContaining('<mark>evening</mark> words')),
    );
    // Documents are read as bytes.
    const documents = read.mock.results
      .flatMap(({ value }) => value as readonly unknown[])
      .filter((row) => Buffer.isBuffer(row));
    read.mockRestore();
    return documents.reduce((sum, { length }) => sum + length, 0);
  };
  expect(await readBytes('')).toBeLessThan(text.length / 5);
  expect(await readBytes('&fields=text')).toBeGreaterThan(text.length);
});

test.each(['/api/search?q=night', '/api/notes?search=night', '/api/upload/files?search=night'])(
  '%s says that the site has no search; the text is not at fault',
  async (url) => {
    const { status, body } = await withoutSearch.get(url);
    expect([status, body.error.message, body.error.details]).toEqual([
      400,
      'This site has no search: search.enabled is false',
      {},
    ]);
  },
);

test('searches that wait for the dictionary of an index leave the places of reads to others', async () => {
  forgetVocabularies(await api.service().database.get());
  let endReading = (): void => undefined;
  const reading = new Promise<void>((resolve) => {
    endReading = resolve;
  });
  // The dictionary seems to be empty then.
  const read = vi.spyOn(FindCursor.prototype, 'hasNext').mockImplementation(async () => {
    await reading;
    return false;
  });
  const searches = Array.from({ length: 16 }, () => api.get('/api/search?q=nihgt', open));
  await vi.waitFor(() => {
    expect(read).toHaveBeenCalled();
  });
  const { status } = await api.get('/api/notes', open);
  endReading();
  expect([status, ...(await Promise.all(searches)).map((search) => search.status)]).toEqual(Array(17).fill(200));
});
