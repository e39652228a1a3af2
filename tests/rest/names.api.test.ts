// Names that people give to roles, tokens, webhooks, locales, folders and saved lists: one rule for all.
import { describe, expect, it } from 'vitest';
import { isName } from '../../lib/contracts/index.ts';
import { loginTestUser } from '../../cli/testing/testUsers.ts';
import { createApi, schemaOf } from '../setup/api.ts';

const info = { singularName: 'note', pluralName: 'notes', displayName: 'Note' };
const type = { kind: 'collectionType', info, attributes: { title: { type: 'string' } } };
const api = createApi(schemaOf({ 'note.json': JSON.stringify(type) }));

const uid = 'api::note.note';

const bodies: readonly (readonly [url: string, body: object])[] = [
  ['/api/users-permissions/roles', {}],
  ['/admin/api-tokens', { type: 'read-only' }],
  ['/admin/webhooks', { url: 'https://example.org/', events: ['entry.create'] }],
  ['/api/i18n/locales', { code: 'fr' }],
  ['/api/upload/folders', { parent: null }],
  ['/api/editor/list-views', { type: uid, search: {} }],
];
const withData = ['/api/upload/folders', '/api/editor/list-views'];

const postName = async (url: string, body: object, name: string) => {
  const data = { ...body, name };
  const as = { token: (await loginTestUser(api.service(), { role: 'administrator' })).jwt };
  const answer = await api.request('POST', url, { as, body: withData.includes(url) ? { data } : data });
  return [answer.status, answer.body.error?.details?.errors?.[0]?.path];
};

describe('a name', () => {
  describe.each(bodies)('at %s', (url, body) => {
    it.each(['\u200B', '\u200D\u200C', '\u2060\uFE0F', '\u3164', '\u2800 ', '\u00A0\u3000', 'a\u200Bb'])(
      'is refused without a visible character, and with one that hides: case %#',
      async (name) => {
        expect(await postName(url, body, name)).toEqual([400, ['name']]);
      },
    );

    // Folders leave these characters out.
    it.skipIf(url.includes('folders')).each(['\u202Ename', 'a\nb', 'a\u2028b'])(
      'is one line: case %#',
      async (name) => {
        expect(await postName(url, body, name)).toEqual([400, ['name']]);
      },
    );
  });

  it.each(['Redaktion', 'می‌خواهم', '👩‍👩‍👧 families', 'クラス', '.'])('%s is accepted', (name) => {
    expect(isName(name)).toBe(true);
  });
});
