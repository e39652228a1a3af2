import { describe, expect, test } from 'vitest';
import type { Attribute, ContentType, EditorSchema } from '../../editor/src/schema/types.ts';
import {
  createBatcher,
  mergeTargets,
  targetPath,
  targetQuery,
  targetsIn,
  viewsOf,
} from '../../editor/src/api/targets.ts';
import {
  addLink,
  documentAddress,
  removeLink,
  replaceLink,
  targetTypes,
} from '../../editor/src/fields/RelationField/links.ts';
import { targetOfKey } from '../../editor/src/fields/Sortable.tsx';

const typeOf = (uid: string, more: Partial<ContentType> = {}): ContentType => ({
  uid,
  kind: 'collectionType',
  name: 'articles',
  displayName: 'Article',
  plural: 'Articles',
  description: '',
  visible: true,
  draftAndPublish: true,
  localized: false,
  attributes: {},
  mainAttribute: 'title',
  form: { sections: [], tabs: [], side: [] },
  list: { columns: [], pageSize: 50 },
  ...more,
});
const article = typeOf('api::article.article');
const user = typeOf('plugin::users-permissions.user', {
  name: 'users',
  draftAndPublish: false,
  mainAttribute: 'username',
});
const schema: EditorSchema = {
  types: new Map([[article.uid, article]]),
  components: new Map(),
  targets: new Map([article, user].map((type) => [type.uid, type])),
  limits: { maxDepth: 10, maxPopulated: 200 },
};
const relation = (more: Partial<Attribute>): Attribute => ({ type: 'relation', ...more });
const link = (documentId: string, uid = article.uid) => ({ uid, documentId, label: documentId });

describe('links', () => {
  test('are added once, at the end; a relation to one document gets the new one', () => {
    expect(addLink([link('a')], link('b'), true)).toEqual([link('a'), link('b')]);
    expect(addLink([link('a')], link('a'), true)).toEqual([link('a')]);
    expect(addLink([link('a')], link('a', user.uid), true)).toHaveLength(2);
    expect(addLink([link('a')], link('b'), false)).toEqual([link('b')]);
  });

  test('are removed and renamed by type and documentId', () => {
    const links = [link('a'), link('a', user.uid)];
    expect(removeLink(links, link('a'))).toEqual([link('a', user.uid)]);
    expect(replaceLink(links, { ...link('a'), label: 'A' })[0]?.label).toBe('A');
    // Nothing to undo and nothing to save.
    expect(replaceLink(links, link('a'))).toBe(links);
  });

  test('have the target type, or all types for a polymorphic relation, as far as the user may find them', () => {
    const all = () => true;
    expect(targetTypes(relation({ relation: 'manyToOne', target: user.uid }), schema, all)).toEqual([user]);
    expect(targetTypes(relation({ relation: 'morphToMany' }), schema, all)).toEqual([article]);
    expect(targetTypes(relation({ relation: 'morphToMany' }), schema, () => false)).toEqual([]);
    expect(targetTypes(relation({ relation: 'oneToOne', target: 'api::gone.gone' }), schema, all)).toEqual([]);
  });

  test('lead to the form of a document, in its locale', () => {
    expect(documentAddress(article, 'x1', 'de')).toBe('/editor/content/articles/x1');
    expect(documentAddress({ ...article, localized: true }, 'x1', 'de')).toBe('/editor/content/articles/x1?locale=de');
    expect(documentAddress({ ...article, kind: 'singleType', name: 'site' }, 'x1', undefined)).toBe(
      '/editor/single/site',
    );
    expect(documentAddress(user, 'x1', undefined)).toBeUndefined();
  });
});

describe('the order of a list', () => {
  test.each([
    ['ArrowUp', 0],
    ['ArrowDown', 2],
    ['Home', 0],
    ['End', 4],
    ['Enter', undefined],
  ])('the key %s moves the second of five to %s', (key, place) => {
    expect(targetOfKey(key, 1, 5)).toBe(place);
  });
});

describe('the search for targets', () => {
  test('reads drafts of those that the user may update, and published versions of the others', () => {
    expect(viewsOf(true)).toEqual(['edit']);
    expect(viewsOf(undefined)).toEqual(['published']);
    expect(viewsOf({ own: true })).toEqual(['edit', 'published']);
  });

  test('looks into the main attribute, and reads only it', () => {
    expect(targetQuery({ ...article, localized: true }, 'edit', { text: 'ink', page: 2, locale: 'de' })).toEqual({
      view: 'edit',
      locale: 'de',
      'fields[0]': 'title',
      'filters[title][$containsi]': 'ink',
      sort: 'updatedAt:desc',
      'pagination[page]': 2,
      'pagination[pageSize]': 20,
      'pagination[withCount]': false,
    });
  });

  test('looks for words in the drafts, the best first', () => {
    const search = { text: 'bauer maud', locale: undefined, byWords: true };
    expect(targetQuery(article, 'edit', search)).toEqual({
      view: 'edit',
      'fields[0]': 'title',
      q: 'bauer maud',
      'pagination[page]': 1,
      'pagination[pageSize]': 20,
      'pagination[withCount]': false,
    });
    for (const query of [targetQuery(article, 'published', search), targetQuery(user, 'edit', search)])
      expect(query).not.toHaveProperty('q');
    expect(targetQuery(article, 'edit', { ...search, text: '' })).toMatchObject({ sort: 'updatedAt:desc' });
  });

  test('names no view and no locale for users, and no filter for a single type', () => {
    expect(targetQuery(user, 'edit', { locale: 'de' })).not.toHaveProperty('view');
    expect(targetQuery(user, 'edit', { locale: 'de' })).not.toHaveProperty('locale');
    expect(targetQuery({ ...article, kind: 'singleType' }, 'edit', { text: 'a', locale: undefined })).toEqual({
      view: 'edit',
      'fields[0]': 'title',
    });
    expect(targetPath(user)).toBe('/api/users');
    expect(targetPath(article)).toBe('/api/articles');
  });

  test('reads lists, single documents and users', () => {
    const body = {
      data: [
        { documentId: 'a', title: 'A' },
        { documentId: 'b', title: null },
      ],
      meta: { status: ['draft', 'published'] },
    };
    expect(targetsIn(article, 'edit', body)).toEqual([
      { ...link('a'), label: 'A', status: 'draft' },
      { ...link('b'), label: 'b', status: 'published' },
    ]);
    expect(targetsIn(article, 'edit', { data: { documentId: 'a' }, meta: { status: 'modified' } })[0]?.status).toBe(
      'modified',
    );
    expect(targetsIn(user, 'published', [{ documentId: 'u', username: 'maud' }])).toEqual([
      { uid: user.uid, documentId: 'u', label: 'maud', status: undefined },
    ]);
  });

  test('of a document in two views, the draft counts', () => {
    const target = { ...link('a'), status: 'published' as const };
    expect(
      mergeTargets([[{ ...target, status: 'modified' }], [{ ...link('b'), status: 'published' }, target]]),
    ).toEqual([
      { ...target, status: 'modified' },
      { ...link('b'), status: 'published' },
    ]);
  });
});

test('reads of single keys in the same moment become one read, of at most so many keys', async () => {
  const reads: (readonly string[])[] = [];
  const read = createBatcher(async (keys) => {
    reads.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key !== 'c').map((key) => [key, key.toUpperCase()])));
  }, 2);
  expect(await Promise.all(['a', 'b', 'a', 'c'].map(read))).toEqual(['A', 'B', 'A', undefined]);
  expect(reads).toEqual([['a', 'b'], ['c']]);
});
