// Seed files with several languages, and with descriptions of pictures.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../../lib/schema/index.ts';
import { seed } from '../../../cli/seed/index.ts';
import { pictureOfSize } from '../../media/files.ts';
import { createUploadApi } from '../../setup/uploads.ts';

const { schema } = await loadSchema('content-types');
const api = createUploadApi(schema);
const folder = mkdtempSync(join(tmpdir(), 'lectern-seed-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const load = (content: unknown): Promise<void> => seed(api.service(), content, () => undefined, folder);

describe('a document of a seed file', () => {
  it('exists in each of its languages, with relations in that language', async () => {
    await load({
      articles: [
        { title: 'First', slug: 'first', localizations: { de: { title: 'Erster' } } },
        { title: 'Second', slug: 'second', localizations: { de: { title: 'Zweiter', related: ['first'] } } },
      ],
      site: { name: 'Site', tagline: 'In English', localizations: { de: { tagline: 'Auf Deutsch' } } },
    });
    const { body } = await api.get(
      '/api/articles?locale=*&sort=id&fields=title,slug,locale&populate[related][fields]=title',
    );
    const [first, second, erster, zweiter] = body.data;
    expect([first, second, erster, zweiter].map(({ title, slug, locale }) => [title, slug, locale])).toEqual([
      ['First', 'first', 'en'],
      ['Second', 'second', 'en'],
      ['Erster', 'erster', 'de'],
      ['Zweiter', 'zweiter', 'de'],
    ]);
    expect([first.documentId, second.documentId]).toEqual([erster.documentId, zweiter.documentId]);
    expect([second.related, zweiter.related]).toEqual([[], [expect.objectContaining({ title: 'Erster' })]]);
    expect((await api.get('/api/site?locale=de&fields=name,tagline')).body.data).toMatchObject({
      ...{ name: 'Site', tagline: 'Auf Deutsch' },
    });
    const { body: locales } = await api.get('/api/i18n/locales');
    expect(locales.map(({ code, name }: { code: string; name: string }) => [code, name])).toContainEqual([
      'de',
      'German (de)',
    ]);
  });

  it('describes its pictures, once per picture', async () => {
    await pictureOfSize(20, 10).png().toFile(join(folder, 'one.png'));
    const portrait = { file: 'one.png', alternativeText: 'A portrait' };
    await load({
      authors: [
        { name: 'Ada', slug: 'ada', portrait },
        { name: 'Bo', slug: 'bo', portrait: 'one.png' },
        { name: 'Cy', slug: 'cy', portrait: { file: 'none.png', alternativeText: 'Not there' } },
      ],
    });
    const { body } = await api.get('/api/authors?sort=name&populate=portrait');
    const [ada, bo, cy] = body.data.map((author: { portrait: object | null }) => author.portrait);
    expect(ada).toMatchObject({ name: 'one.png', alternativeText: 'A portrait', width: 20 });
    expect([bo, cy]).toEqual([ada, null]);
  });

  it.each([
    [
      { articles: [{ title: 'A', localizations: { de: { titel: 'B' } } }] },
      'articles[0].localizations.de: Invalid key titel',
    ],
    [
      { articles: [{ title: 'A', localizations: { German: {} } }] },
      'articles[0].localizations.German: code: code must be',
    ],
    [{ articles: [{ title: 'A', localizations: ['de'] }] }, 'articles[0]: localizations: must be an object'],
    [{ topics: [{ name: 'A', slug: 'a', localizations: { de: {} } }] }, 'topics[0]: Invalid key localizations'],
  ])('that is invalid is reported with its path: %j', async (content, message) => {
    await expect(load(content)).rejects.toThrow(message);
  });
});
