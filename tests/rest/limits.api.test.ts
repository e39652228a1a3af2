// Checks that configured limits apply to every request.
import { describe, expect, test } from 'vitest';
import { createApi, withRestConfig, schemaOf, typeFile } from '../setup/api.ts';

const api = createApi(
  schemaOf({
    'note.json': typeFile(
      'note',
      {
        text: { type: 'text' },
        about: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' },
        beside: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' },
        by: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' },
      },
      { pluginOptions: { i18n: { localized: true } } },
    ),
  }),
  withRestConfig({
    defaultLimit: 2,
    maxLimit: 3,
    withCount: false,
    maxResponseBytes: 2_000,
    maxBodyBytes: 1_024,
    maxDepth: 1,
    maxPopulated: 2,
  }),
);

describe('the configured limits', () => {
  test('bound a page', async () => {
    for (let i = 0; i < 4; i++) await api.post('/api/notes', { text: 'x'.repeat(500) });
    const page = async (query: string): Promise<unknown> => {
      const { body } = await api.get(`/api/notes?fields=id&${query}`);
      return [body.data.length, body.meta.pagination];
    };
    expect(await page('')).toEqual([2, { page: 1, pageSize: 2 }]);
    expect(await page('pagination[pageSize]=9')).toEqual([3, { page: 1, pageSize: 3 }]);
  });

  test.each<[what: string, query: string, message: RegExp]>([
    ['an answer', 'pagination[pageSize]=3', /2000 can be sent/],
    ['a path of filters', 'filters[about][about][text]=x', /filters parameter goes more than 1 levels deep/],
    ['a path of a sort', 'sort=about.about.text', /sort parameter goes more than 1 levels deep/],
    ['a path of a populate', 'populate=about.about', /populate parameter goes more than 1 levels deep/],
    [
      'the number of populated documents',
      'populate=about,beside,by',
      /populate parameter asks for more than 2 relations/,
    ],
    ['localizations', 'populate=about,beside,localizations', /populate parameter asks for more than 2 relations/],
  ])('bound %s', async (_what, query, message) => {
    const { status, body } = await api.get(`/api/notes?${query}`);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)]);
  });

  test('bound a body', async () => {
    const { status, body } = await api.post('/api/notes', { text: 'x'.repeat(1_024) });
    expect([status, body.error.message]).toEqual([413, 'The request body is larger than 1024 bytes']);
  });
});
