// How views and schemas become forms and lists.
import { describe, expect, it, test } from 'vitest';
import { buildEditorSchema, type Views } from '../../editor/src/schema/buildEditorSchema.ts';
import { columnsOf, defaultColumns } from '../../editor/src/schema/columns.ts';
import { pathLabels } from '../../editor/src/schema/pathLabels.ts';
import type { Attribute, ContentType, DescribedComponent, DescribedType } from '../../editor/src/schema/types.ts';
import { viewText } from '../../editor/src/schema/viewText.ts';

type Attributes = Readonly<Record<string, Attribute>>;

const described = (attributes: Attributes): DescribedType => ({
  uid: 'api::article.article',
  schema: {
    kind: 'collectionType',
    displayName: 'Article',
    singularName: 'article',
    pluralName: 'articles',
    draftAndPublish: true,
    attributes,
  },
});

const seo: DescribedComponent = {
  uid: 'shared.seo',
  category: 'shared',
  schema: {
    displayName: 'SEO',
    icon: 'search',
    attributes: { metaTitle: { type: 'string' }, score: { type: 'integer' } },
  },
};

const schemaOf = (attributes: Attributes, views: Views = {}, language = 'en') =>
  buildEditorSchema([described(attributes)], [seo], views, language);

const typeOf = (attributes: Attributes, view: Views[string] = {}, language = 'en'): ContentType => {
  const type = schemaOf(attributes, { 'api::article.article': view }, language).types.get('api::article.article');
  if (type === undefined) throw new Error('There is no article');
  return type;
};

const article: Attributes = {
  slug: { type: 'uid' },
  summary: { type: 'text' },
  title: { type: 'string' },
  form: { type: 'enumeration', enum: ['a'] },
  publishedOn: { type: 'date' },
  featured: { type: 'boolean' },
  minutes: { type: 'integer' },
  video: { type: 'media', allowedTypes: ['videos'] },
  gallery: { type: 'media', multiple: true, allowedTypes: ['images'] },
  photo: { type: 'media', allowedTypes: ['images'] },
  topic: { type: 'relation', relation: 'manyToOne', target: 'api::topic.topic' },
  authors: { type: 'relation', relation: 'manyToMany', target: 'api::author.author' },
  sections: { type: 'dynamiczone', components: [] },
  meta: { type: 'component', component: 'shared.seo' },
};

describe('without a view', () => {
  it('the title and long content are in the main column, and what is short at the side', () => {
    expect(typeOf(article).form).toEqual({
      sections: [{ attributes: ['title', 'summary', 'minutes', 'video', 'gallery', 'photo', 'sections'] }],
      tabs: [],
      side: [{ attributes: ['slug', 'form', 'publishedOn', 'featured', 'topic', 'authors', 'meta'] }],
    });
  });

  it('there is no side beside a title alone', () => {
    expect(typeOf({ slug: { type: 'uid' }, name: { type: 'string' } }).form).toEqual({
      sections: [{ attributes: ['name', 'slug'] }],
      tabs: [],
      side: [],
    });
  });

  it('the title is large, and numbers are narrow', () => {
    const { title, minutes, summary } = typeOf(article).attributes;
    expect(title?.isTitle).toBe(true);
    expect([minutes?.width, summary?.width]).toEqual([4, undefined]);
    expect(typeOf({ slug: { type: 'uid' } }).attributes.slug?.isTitle).toBeUndefined();
  });

  it('a list has three short attributes, the last change and a picture', () => {
    const type = typeOf(article);
    expect(type.list).toEqual({
      columns: ['form', 'publishedOn', 'topic', 'updatedAt'],
      pageSize: 50,
      picture: 'photo',
    });
    expect(defaultColumns(columnsOf(type, new Map(), true), type)).toEqual([
      ...['title', '$status', 'form', 'publishedOn', 'topic', 'updatedAt'],
    ]);
  });

  test.each([
    ['Article', 'Articles'],
    ['Magazine piece', 'Magazine piece'],
  ])('a list of %s is called %s', (displayName, plural) => {
    const type = described(article);
    const { types } = buildEditorSchema([{ ...type, schema: { ...type.schema, displayName } }], []);
    expect([...types.values()].map(({ plural: name }) => name)).toEqual([plural]);
  });

  it('a component has all its fields in their order', () => {
    expect(schemaOf(article).components.get('shared.seo')).toMatchObject({
      form: [{ attributes: ['metaTitle', 'score'] }],
      mainAttribute: 'metaTitle',
      icon: 'search',
    });
  });
});

describe('a view', () => {
  it('says what is in which part; what it does not name is in the first one', () => {
    const view: Views[string] = {
      attributes: { featured: { visible: false }, gallery: { visible: false } },
      groups: [
        { attributes: ['title', 'summary'] },
        { kind: 'tab', label: { en: 'Text', de: 'Inhalt' }, attributes: ['sections'] },
        { label: 'Pictures', attributes: ['photo', 'gallery', 'video'] },
        { kind: 'tab', label: 'Hidden', attributes: ['featured'] },
        { kind: 'side', label: 'Facts', attributes: ['slug', 'form', 'publishedOn', 'topic', 'authors', 'meta'] },
      ],
    };
    expect(typeOf(article, view, 'de').form).toEqual({
      sections: [{ attributes: ['title', 'summary'] }, { attributes: ['minutes'] }],
      tabs: [
        {
          label: 'Inhalt',
          sections: [{ attributes: ['sections'] }, { label: 'Pictures', attributes: ['photo', 'video'] }],
        },
      ],
      side: [{ label: 'Facts', attributes: ['slug', 'form', 'publishedOn', 'topic', 'authors', 'meta'] }],
    });
  });

  it('says what fields and types are called, in the language of the page', () => {
    const type = typeOf(
      article,
      {
        label: { en: 'Piece', de: 'Beitrag' },
        pluralLabel: { en: 'Pieces', de: 'Beiträge' },
        icon: 'book',
        group: { de: 'Magazin' },
        visible: false,
        mainField: 'slug',
        attributes: {
          title: { label: { de: 'Titel' }, description: 'Short', placeholder: 'Type', width: 6, editable: false },
        },
        list: { columns: ['authors', 'title'], sort: 'publishedOn', pageSize: 20 },
      },
      'de',
    );
    expect(type).toMatchObject({
      ...{ displayName: 'Beitrag', plural: 'Beiträge', icon: 'book', group: 'Magazin', visible: false },
      mainAttribute: 'slug',
      attributes: { title: { label: 'Titel', description: 'Short', placeholder: 'Type', width: 6, editable: false } },
      list: { columns: ['authors', 'title'], sort: 'publishedOn', pageSize: 20, picture: 'photo' },
    });
    expect(type.form.sections[0]?.attributes[0]).toBe('slug');
  });

  it('names documents by an attribute that it shows', () => {
    const type = typeOf(
      { title: { type: 'string' }, headline: { type: 'string' } },
      { attributes: { title: { visible: false } } },
    );
    expect(type.mainAttribute).toBe('headline');
  });

  it('is read without what the user may not see', () => {
    const type = typeOf(
      { title: { type: 'string' }, body: { type: 'text' } },
      {
        mainField: 'code',
        attributes: { code: {} },
        groups: [{ attributes: ['title', 'code'] }],
        list: { columns: ['code'] },
      },
    );
    expect(type.mainAttribute).toBe('title');
    expect(type.form.sections).toEqual([{ attributes: ['title'] }, { attributes: ['body'] }]);
    expect(defaultColumns(columnsOf(type, new Map(), false), type)).toEqual(['title']);
  });
});

test.each([
  ['Titel', 'de', 'Titel'],
  [{ en: 'Title', de: 'Titel' }, 'de', 'Titel'],
  [{ en: 'Title', 'de-CH': 'Titel' }, 'de', 'Titel'],
  [{ de: 'Titel', en: 'Title' }, 'fr', 'Title'],
  [{ de: 'Titel' }, 'fr', 'Titel'],
  [undefined, 'en', undefined],
])('%j in the language %s is %s', (text, language, found) => {
  expect(viewText(text, language)).toBe(found);
});

it('names the steps of a path by the views of types and components', () => {
  const schema = schemaOf(
    { ...article, blocks: { type: 'dynamiczone', components: ['shared.seo'] } },
    {
      'api::article.article': { attributes: { blocks: { label: 'Blöcke' } } },
      'shared.seo': { attributes: { metaTitle: { label: 'Titel' } } },
    },
  );
  const attributes = schema.types.get('api::article.article')?.attributes ?? {};
  const labels = (path: string) => pathLabels(path.split('.'), attributes, schema, (index) => `#${index + 1}`);
  expect(labels('blocks.1.metaTitle')).toEqual(['Blöcke', '#2', 'Titel']);
  expect(labels('meta.metaTitle')).toEqual(['Meta', 'Titel']);
  expect(labels('gone.0.away')).toEqual(['Gone', '#1', 'Away']);
});
