// In which language the documents of types that are not localized are searched.
import { beforeAll, expect, test } from 'vitest';
import { createApi, schemaOf, typeFile } from '../setup/api.ts';
import { indexSite } from './indexSite.ts';

const schema = schemaOf({
  'note.json': typeFile('note', { title: { type: 'string' } }, { options: { search: { title: 10 } } }),
});
const api = createApi(schema);

beforeAll(async () => {
  await api.create('/api/notes', { title: 'Flies' });
  await api.create('/api/notes', { title: 'Häuser' });
  await indexSite(api.service());
});

/** The excerpts of what is found. The space ends the word, which otherwise may be a beginning. */
const find = async (word: string): Promise<readonly unknown[]> => {
  const { body } = await api.get(`/api/search?q=${word}%20&types=notes`);
  return body.data.map(({ excerpt }: { readonly excerpt: unknown }) => excerpt);
};

test('a type that is not localized has the language of the default locale, also if another one becomes the default', async () => {
  expect([await find('fly'), await find('haus')]).toEqual([['<mark>Flies</mark>'], []]);
  const body = { code: 'de', name: 'de', isDefault: true };
  expect(await api.request('POST', '/api/i18n/locales', { body })).toMatchObject({ status: 200 });
  await indexSite(api.service());
  expect([await find('fly'), await find('haus')]).toEqual([[], ['<mark>Häuser</mark>']]);
});
