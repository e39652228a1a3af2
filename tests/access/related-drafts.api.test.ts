// A condition that follows relations decides by what its caller may read: no draft that the caller may not read changes an answer.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Condition, Permission } from '../../lib/platform/access/index.ts';
import { permissionsIn } from '../../lib/platform/access/index.ts';
import type { AccessFilter, Extension } from '../../lib/platform/extensions/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { roleOfType } from '../../lib/accounts/roles/index.ts';
import { addRole, addUser } from '../setup/accounts.ts';
import { createProjectApi, type Api, type Call } from '../setup/api.ts';
import { library } from '../write/documents/library.ts';

/** Conditions by depth and type: what a document must relate to. Shelves and cards have no drafts, books and authors have. */
const conditions: Readonly<
  Record<string, readonly [type: string, path: string, filters: Exclude<AccessFilter, boolean>]>
> = {
  'one relation away': ['shelf', 'shelves', { books: { title: 'secret' } }],
  'one relation away, negated': ['shelf', 'shelves', { books: { $not: { title: 'secret' } } }],
  'two relations away': ['shelf', 'shelves', { books: { authors: { name: 'secret' } } }],
  'three relations away': ['shelf', 'shelves', { books: { authors: { card: { author: { name: 'secret' } } } } }],
  'behind a component': ['shelf', 'shelves', { books: { page: { quote: { from: { name: 'secret' } } } } }],
  'on the other side': ['card', 'cards', { author: { edited: { title: 'secret' } } }],
  'of a type with drafts': ['book', 'books', { editor: { name: 'secret' } }],
};

type CallerName =
  | 'anonymous'
  | 'a reader'
  | 'an editor of their own drafts'
  | 'an editor'
  | 'a custom token'
  | 'a read-only token'
  | 'a full-access token';

/** Which callers may read every draft of books and authors. */
const callers: Readonly<Record<CallerName, { readonly readsDrafts: boolean; readonly hasRole: boolean }>> = {
  anonymous: { readsDrafts: false, hasRole: true },
  'a reader': { readsDrafts: false, hasRole: true },
  'an editor of their own drafts': { readsDrafts: false, hasRole: true },
  'an editor': { readsDrafts: true, hasRole: true },
  'a custom token': { readsDrafts: true, hasRole: false },
  'a read-only token': { readsDrafts: true, hasRole: false },
  'a full-access token': { readsDrafts: true, hasRole: false },
};

/** What `canRead` of all types returns now, by uid. */
let readable: Readonly<Record<string, AccessFilter>> = {};
const project: Extension = {
  types: Object.fromEntries(
    [...library.served.values()].map(({ uid }) => [uid, { canRead: () => readable[uid] ?? true }]),
  ),
};
const api: Api = createProjectApi(library, project);
const uidOf = (type: string): string => `api::${type}.${type}`;

/** Which of the two documents of the condition's type match in the published versions. The other matches in the drafts. */
const documents: Record<string, string> = {};
const calls: Partial<Record<CallerName, Call>> = {};
const roles: Partial<Record<CallerName, string>> = {};

const all = [...permissionsIn({ schema: library })].filter((action) => action.startsWith('api::'));
const reading = all.filter((action) => /\.find(One)?$/.test(action));

/** The permissions of a caller, with the condition on `find` of one type. */
const permissionsWith = (name: CallerName, type: string, condition: Condition): readonly Permission[] => {
  const isConditioned = (action: string) => action === `${uidOf(type)}.find`;
  const ofReading = reading.map((action) => ({ action, ...(isConditioned(action) ? condition : {}) }));
  const updates = all.filter((action) => action.endsWith('.update'));
  if (name === 'an editor') return [...ofReading, ...updates.map((action) => ({ action }))];
  if (name === 'an editor of their own drafts')
    return [
      ...ofReading,
      ...updates.map((action) => ({
        action,
        ...(action.includes('book') || action.includes('author') ? { own: true as const } : {}),
      })),
    ];
  return ofReading;
};

const create = async (path: string, data: object): Promise<string> => {
  const { status, body } = await api.post(`/api/${path}`, data);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.documentId as string;
};

/** Makes a book on a shelf, with its authors and cards, whose texts are `published`; then the drafts' texts are `draft`. */
const fill = async (name: string, published: string, draft: string): Promise<void> => {
  const author = await create('authors', { name: published });
  documents[`${name} card`] = await create('cards', { name, author });
  const shelf = await create('shelves', { name });
  const book = await create('books', {
    ...{ title: published, shelf, authors: [author], editor: author },
    page: { title: 'x', quote: { text: 'x', from: author } },
  });
  documents[`${name} shelf`] = shelf;
  documents[`${name} book`] = book;
  await api.put(`/api/authors/${author}?status=draft`, { name: draft });
  await api.put(`/api/books/${book}?status=draft`, { title: draft });
};

beforeAll(async () => {
  const service = api.service();
  await fill('left', 'secret', 'harmless');
  await fill('right', 'harmless', 'secret');
  for (const name of ['a reader', 'an editor of their own drafts', 'an editor'] as const) {
    const role = (await addRole(service, name, [])).documentId;
    const user = await addUser(service, name.replaceAll(' ', '-'), { role });
    calls[name] = { as: { token: await service.access.sessions.issue(user, 3600) } };
    roles[name] = role;
  }
  calls.anonymous = { as: null };
  roles.anonymous = (await roleOfType(service, 'public')).documentId;
  const { accessKey } = await createToken(service, { name: 'custom', type: 'custom', permissions: all });
  calls['a custom token'] = { as: { token: accessKey } };
  calls['a read-only token'] = { as: 'read-only' };
  calls['a full-access token'] = { as: 'full-access' };
});

const setRole = async (documentId: string, permissions: readonly Permission[]): Promise<void> => {
  await (
    await api.collection('up_roles')
  ).updateOne({ documentId }, { $set: { 'published.permissions': permissions } });
  api.service().access.roles.clearCache();
  api.service().access.sessions.clearCache();
};

const cases = Object.entries(conditions).flatMap(([depth, [type, path, filters]]) =>
  (Object.keys(callers) as CallerName[]).flatMap((name) =>
    (callers[name].hasRole ? (['role', 'canRead'] as const) : (['canRead'] as const)).flatMap((place) =>
      (['published', 'draft'] as const).map((status) => ({ depth, type, path, filters, name, place, status })),
    ),
  ),
);

describe.each(cases)(
  'a condition $depth, in $place, for $name, $status',
  ({ type, path, filters, name, place, status }) => {
    it('decides by the versions that the caller may read', async () => {
      const condition = { filters };
      readable = place === 'canRead' ? { [uidOf(type)]: filters } : {};
      const role = roles[name];
      if (role !== undefined) await setRole(role, permissionsWith(name, type, place === 'role' ? condition : {}));
      const { status: code, body } = await api.get(`/api/${path}?status=${status}`, calls[name] ?? {});
      const { readsDrafts } = callers[name];
      // A type with drafts is refused as a whole to a caller that may read none of them.
      if (type === 'book' && status === 'draft' && (name === 'anonymous' || name === 'a reader')) {
        expect(code).toBe(403);
        return;
      }
      const byDrafts = status === 'draft' && readsDrafts;
      const negated = JSON.stringify(filters).includes('$not');
      const matches = byDrafts === negated ? 'left' : 'right';
      // The drafts of others do not exist for an editor of their own drafts.
      const expected =
        type === 'book' && status === 'draft' && name === 'an editor of their own drafts'
          ? []
          : [documents[`${matches} ${type}`]];
      expect((body.data as readonly { documentId: string }[]).map(({ documentId }) => documentId)).toEqual(expected);
      expect(body.meta.pagination.total).toBe(expected.length);
    });
  },
);
