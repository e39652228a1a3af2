// What a form reads from an answer and writes to a body, and what a new document has.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newDocument, newEntry } from '../../../editor/src/form/defaults.ts';
import { entryTitle } from '../../../editor/src/form/entryTitle.ts';
import type { FormValues } from '../../../editor/src/form/types.ts';
import { fromAnswer } from '../../../editor/src/form/fromAnswer.ts';
import { isComplete } from '../../../editor/src/form/components.ts';
import { populateQuery } from '../../../editor/src/form/populateQuery.ts';
import { toBody } from '../../../editor/src/form/toBody.ts';
import { buildEditorSchema } from '../../../editor/src/schema/buildEditorSchema.ts';
import { describeSchema } from '../../../lib/describe/type-builder/describeTypes.ts';
import { administrator } from '../../../lib/platform/access/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { readQuery } from '../../../lib/read/query/index.ts';
import { loadSchema, typeOf } from '../../../lib/schema/index.ts';
import { testSchema } from './schema.ts';

const attributes = {
  title: { type: 'string', default: 'New' },
  slug: { type: 'uid', targetField: 'title' },
  secret: { type: 'password' },
  extra: { type: 'json' },
  locked: { type: 'string', writable: false },
  cover: { type: 'media' },
  pictures: { type: 'media', multiple: true },
  tag: { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag' },
  tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
  about: { type: 'relation', relation: 'morphToMany' },
  seo: { type: 'component', component: 'a.seo' },
  links: { type: 'component', component: 'a.link', repeatable: true },
  parts: { type: 'dynamiczone', components: ['a.link', 'a.group'] },
};
const components = {
  'a.seo': { name: { type: 'string' }, image: { type: 'media' } },
  'a.link': { url: { type: 'string' }, target: { type: 'relation', relation: 'oneToOne', target: 'api::tag.tag' } },
  'a.group': {
    links: { type: 'component', component: 'a.link', repeatable: true },
    seo: { type: 'component', component: 'a.seo', required: true },
  },
};
const { editor, type } = testSchema(attributes, components);

const file = (id: number) => ({
  id,
  documentId: `file${id}`,
  name: `${id}.jpg`,
  url: `/${id}.jpg`,
  mime: 'image/jpeg',
});
const tag = (id: number) => ({ id, documentId: `tag${id}`, name: `Tag ${id}` });

const answer = {
  id: 1,
  documentId: 'thing1',
  title: 'Ink',
  slug: 'ink',
  extra: { target: { value: 1 } },
  locked: 'fixed',
  cover: file(1),
  pictures: [file(2), file(3)],
  tag: tag(1),
  tags: [tag(2), tag(3)],
  about: [{ __type: 'api::tag.tag', ...tag(4) }],
  seo: { name: 'Seo', image: null },
  links: [
    { url: '/a', target: tag(5) },
    { url: '/b', target: null },
  ],
  parts: [
    { __component: 'a.link', url: '/c', target: null },
    { __component: 'a.group', links: [{ url: '/d', target: tag(6) }], seo: { name: null, image: file(4) } },
  ],
};

const body = {
  title: 'Ink',
  slug: 'ink',
  extra: { target: { value: 1 } },
  cover: 'file1',
  pictures: ['file2', 'file3'],
  tag: 'tag1',
  tags: ['tag2', 'tag3'],
  about: [{ __type: 'api::tag.tag', documentId: 'tag4' }],
  seo: { name: 'Seo', image: null },
  links: [
    { url: '/a', target: 'tag5' },
    { url: '/b', target: null },
  ],
  parts: [
    { __component: 'a.link', url: '/c', target: null },
    { __component: 'a.group', links: [{ url: '/d', target: 'tag6' }], seo: { name: null, image: 'file4' } },
  ],
};

const values = fromAnswer(type, editor, answer);

describe('an answer', () => {
  it('becomes values, in which links have labels and relations are lists', () => {
    expect(values.tag).toEqual([{ uid: 'api::tag.tag', documentId: 'tag1', label: 'Tag 1' }]);
    expect(values.about).toEqual([{ uid: 'api::tag.tag', documentId: 'tag4', label: 'Tag 4' }]);
    expect(values.cover).toEqual(file(1));
  });

  it('becomes a body again, without what no body may contain', () => {
    expect(toBody(type, editor, values)).toEqual(body);
  });

  it('gives times the milliseconds that bodies need', () => {
    const type = { attributes: { opensAt: { type: 'time' } } } as const;
    expect(fromAnswer(type, editor, { opensAt: '09:30:00' })).toEqual({ opensAt: '09:30:00.000' });
  });

  it('keeps the keys of entries that the form shows already', () => {
    const again = fromAnswer(type, editor, { ...answer, title: 'Paper' }, values);
    expect(again).toEqual({ ...values, title: 'Paper' });
    const [first, second] = fromAnswer(type, editor, { ...answer, parts: answer.parts.toReversed() }, values)
      .parts as readonly { readonly __key: string }[];
    const keys = (values.parts as readonly { readonly __key: string }[]).map(({ __key }) => __key);
    expect(keys).not.toContain(first?.__key);
    expect(keys).not.toContain(second?.__key);
  });

  it('with ids becomes a body with the ids of what the API has, also after moves and of entries that were written without', () => {
    const link = (url: string, id?: number) => ({ ...(id === undefined ? {} : { id }), url, target: null });
    const stored = fromAnswer(type, editor, {
      ...answer,
      links: [link('/a', 1), link('/b', 2)],
      parts: [{ __component: 'a.group', id: 3, links: [link('/c', 4)], seo: { id: 5, name: null, image: null } }],
    });
    const [a, b] = stored.links as readonly [FormValues, FormValues];
    expect([a.__key, b.__key]).toEqual(['1', '2']);
    const changed = {
      ...stored,
      links: [
        { ...b, url: '/B' },
        { __key: 'new', url: '/n', target: [] },
        { ...a, id: undefined },
      ],
    };
    expect(toBody(type, editor, changed, stored)).toEqual({ links: [link('/B', 2), link('/n'), link('/a', 1)] });
    // What the API does not have is new, whatever its id.
    const other = { ...stored, links: [{ ...a, id: 9, __key: 'other' }] };
    expect(toBody(type, editor, other, stored)).toEqual({ links: [link('/a')] });
    const [group] = stored.parts as readonly [FormValues];
    expect(toBody(type, editor, { ...stored, parts: [{ ...group, seo: { name: 'x', image: null } }] }, stored)).toEqual(
      { parts: [{ __component: 'a.group', id: 3, links: [link('/c', 4)], seo: { id: 5, name: 'x', image: null } }] },
    );
    const written = fromAnswer(
      type,
      editor,
      { ...answer, links: [link('/B', 2), link('/n', 7), link('/a', 1)] },
      changed,
    );
    expect((written.links as readonly FormValues[]).map(({ __key, id }) => [__key, id])).toEqual([
      ['2', 2],
      ['new', 7],
      ['1', 1],
    ]);
  });

  it('does not make a body with half a component, which would delete the other half', () => {
    const partial = fromAnswer(type, editor, { ...answer, parts: [{ __component: 'a.group', links: [] }] });
    expect(isComplete(editor, type.attributes.parts ?? { type: 'string' }, partial.parts)).toBe(false);
    expect(toBody(type, editor, partial)).not.toHaveProperty('parts');
    expect(toBody(type, editor, partial)).toHaveProperty('links');
  });
});

describe('a body of changes', () => {
  it('has only the attributes that differ from the stored ones', () => {
    expect(toBody(type, editor, values, values)).toEqual({});
    expect(toBody(type, editor, { ...values, title: 'Paper', slug: null }, values)).toEqual({
      title: 'Paper',
      slug: null,
    });
    const reordered = { ...values, tags: (values.tags as unknown[]).toReversed() };
    expect(toBody(type, editor, reordered, values)).toEqual({
      tags: { connect: [{ documentId: 'tag2', position: { after: 'tag3' } }] },
    });
  });

  it('ignores a change that was taken back', () => {
    expect(toBody(type, editor, { ...values, seo: { ...(values.seo as object) } }, values)).toEqual({});
  });

  it('has a password only when the user typed one', () => {
    expect(toBody(type, editor, { ...values, secret: undefined }, values)).toEqual({});
    expect(toBody(type, editor, { ...values, secret: 'new' }, values)).toEqual({ secret: 'new' });
  });
});

describe('a new document', () => {
  it('has the defaults of the schema, and the components that must be there', () => {
    const made = newDocument(editor, type.attributes);
    expect(made).toMatchObject({ title: 'New', slug: null, cover: null, pictures: [], tag: [], seo: null, links: [] });
    expect(made).not.toHaveProperty('secret');
    const entry = newEntry(editor, 'a.group', true);
    expect(entry).toMatchObject({ __component: 'a.group', links: [], seo: { name: null, image: null } });
  });

  it('leaves the uid to the API', () => {
    expect(toBody(type, editor, newDocument(editor, type.attributes))).not.toHaveProperty('slug');
  });
});

describe('the query of a document', () => {
  it('names every file, link and component at every depth', () => {
    const query = populateQuery(type, editor);
    expect(query).toMatchObject({
      'populate[cover]': true,
      'populate[tags][fields][0]': 'name',
      'populate[about]': true,
      'populate[seo][populate][image]': true,
      'populate[links][populate][target][fields][0]': 'name',
      'populate[parts][on][a.link][populate][target][fields][0]': 'name',
      'populate[parts][on][a.group][populate][links][populate][target][fields][0]': 'name',
      'populate[parts][on][a.group][populate][seo][populate][image]': true,
    });
    expect(Object.keys(query)).toHaveLength(10);
  });

  it('turns off the default of a type that has nothing to populate', () => {
    const plain = testSchema({ title: { type: 'string' } });
    expect(populateQuery(plain.type, plain.editor)).toEqual({ populate: '' });
  });

  it('has as many attributes as the API permits', () => {
    const few = { ...editor, limits: { maxDepth: 10, maxPopulated: 3 } };
    expect(Object.keys(populateQuery(type, few))).toEqual([
      'populate[cover]',
      'populate[pictures]',
      'populate[tag][fields][0]',
    ]);
  });

  it('ends where a component contains itself', () => {
    const nested = testSchema(
      { root: { type: 'component', component: 'a.node' } },
      {
        'a.node': { name: { type: 'string' }, children: { type: 'component', component: 'a.node', repeatable: true } },
      },
    );
    const [longest = ''] = Object.keys(populateQuery(nested.type, nested.editor)).toSorted(
      (a, b) => b.length - a.length,
    );
    expect(longest.split('[populate]').length).toBe(10);
  });
});

describe('the query of the deepest schemas', () => {
  const locales = { defaultLocale: 'en', codes: new Set(['en']) };

  const { rest } = defaultConfig.api;

  it.each([
    ['museum', rest],
    ['atlas', rest],
    ['network', rest],
    ['museum', { maxDepth: 1, maxPopulated: 1 }],
    ['museum', { maxDepth: 2, maxPopulated: 20 }],
    ['museum', { maxDepth: 3, maxPopulated: 5 }],
    ['atlas', { maxDepth: 10, maxPopulated: 500 }],
  ])('is one that the API accepts (%s, $1)', async (name, { maxDepth, maxPopulated }) => {
    const { schema } = await loadSchema(join(import.meta.dirname, `../../schemas/${name}`));
    const { contentTypes, components: described } = describeSchema(schema);
    const limits = { maxDepth, maxPopulated };
    const model = buildEditorSchema(contentTypes as never, described as never, {}, 'en', limits);
    const config = { ...defaultConfig, api: { ...defaultConfig.api, rest: { ...rest, ...limits } } };
    for (const one of model.types.values()) {
      const text = new URLSearchParams(populateQuery(one, model) as Record<string, string>).toString();
      expect(text.length).toBeLessThan(8_192);
      expect(() =>
        readQuery(`${text}&view=edit`, typeOf(schema, one.uid), administrator, { schema, config, locales }),
      ).not.toThrow();
    }
  });
});

describe('a target of relations', () => {
  const main = { name: { type: 'string', private: true }, email: { type: 'email' } };
  const relation = { type: 'relation', relation: 'manyToOne', target: 'api::thing.thing' };
  const clients = testSchema(
    { ...main, parent: relation, seo: { type: 'component', component: 'a.seo' } },
    { 'a.seo': { about: { ...relation, relation: 'oneToOne' } } },
  );

  it('is named by an attribute that answers contain of related documents', () => {
    const query = populateQuery(clients.type, clients.editor);
    expect(query).toMatchObject({ 'populate[parent][fields][0]': 'email' });
    const text = new URLSearchParams(query as Record<string, string>).toString();
    expect(() =>
      readQuery(`${text}&view=edit`, typeOf(clients.schema, clients.type.uid), administrator, {
        ...{ schema: clients.schema, config: defaultConfig },
        locales: { defaultLocale: 'en', codes: new Set(['en']) },
      }),
    ).not.toThrow();
  });

  it('is named by a private attribute where it is read itself', () => {
    expect(clients.type.mainAttribute).toBe('name');
  });
});

const component = (name: string) => {
  const found = editor.components.get(name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
};

it('the title of an entry is its name, or else its first text', () => {
  expect(entryTitle(component('a.seo'), { name: '  Two\nlines ', image: null })).toBe('Two lines');
  expect(entryTitle(component('a.seo'), { name: null, image: file(7) })).toBe('7.jpg');
  expect(entryTitle(component('a.group'), { links: [], seo: {} })).toBeUndefined();
  expect(entryTitle(component('a.link'), { url: 'x'.repeat(100), target: [] })).toBe(`${'x'.repeat(80)}…`);
});
