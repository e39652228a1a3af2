// Which indexes a schema needs, and how they are created in the database.
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import {
  indexLimitFaults,
  indexLimitWarnings,
  indexState,
  prepareIndexes,
  requiredIndexes,
} from '../../../lib/platform/db/index.ts';
import { schemaOf, componentFile, typeFile } from '../../setup/schema.ts';
import { freshDatabase } from '../../setup/database.ts';

const typeWith = (attributes: object, options: object = { draftAndPublish: true }) =>
  schemaOf({ 'article.json': typeFile('article', attributes, { options }) });

const schema = typeWith(
  {
    title: { type: 'string' },
    slug: { type: 'uid' },
    related: { type: 'relation', relation: 'manyToMany', target: 'api::article.article' },
    cover: { type: 'media' },
  },
  { draftAndPublish: true, indexes: [['related', '-title']] },
);

const namesOf = (of: typeof schema): readonly string[] =>
  requiredIndexes(of)
    .filter(({ collection }) => collection === 'articles')
    .map(({ options }) => options.name);

describe('the indexes of a schema', () => {
  it('are derived from its attributes, for each version', () => {
    const version = (name: string) => [
      `${name}.id`,
      ...[`${name}.createdAt__id_${name}.id`, `${name}.updatedAt__id_${name}.id`, `${name}.slug__id_${name}.id`],
      ...(name === 'draft' ? ['draftStatus_draft.updatedAt__id_draft.id'] : []),
      `${name}.related.to_-${name}.title__id_${name}.id`,
      // The opposite orders.
      ...[`-${name}.createdAt__id_${name}.id`, `-${name}.updatedAt__id_${name}.id`, `-${name}.slug__id_${name}.id`],
      ...(name === 'draft' ? ['-draftStatus_-draft.updatedAt__id_draft.id'] : []),
      `-${name}.related.to_${name}.title__id_${name}.id`,
      `${name}.slug`,
      `${name}.related.to`,
    ];
    expect(namesOf(schema)).toEqual([
      ...['documentId_locale', 'deletedAt', 'pending.0.at'],
      ...[...version('draft'), ...version('published')],
      ...['uncounted', 'changed__id'],
    ]);
  });

  it('cover changes and the links in components, if the limit of MongoDB leaves room for them', () => {
    const relation = { type: 'relation', relation: 'oneToOne', target: 'api::article.article' };
    const withCodes = (count: number, more: object = {}) =>
      schemaOf({
        'article.json': typeFile('article', {
          blocks: { type: 'dynamiczone', components: ['part.card', 'part.row'] },
          ...Object.fromEntries(
            Array.from({ length: count }, (_, i) => [`code${i}`, { type: 'string', unique: true }]),
          ),
          ...more,
        }),
        'components/part/card.json': componentFile({ link: relation, picture: { type: 'media' } }),
        'components/part/row.json': componentFile({
          link: relation,
          cards: { type: 'component', component: 'part.card', repeatable: true },
        }),
      });
    const state = (count: number, more: object = {}) => {
      const names = namesOf(withCodes(count, more));
      return [names.length, names.filter((name) => name.includes('blocks')), names.includes('changed__id')];
    };
    const links = ['published.blocks.link.to', 'published.blocks.cards.link.to'];
    // The opposite orders of unique attributes get the last places.
    expect(state(25)).toEqual([63, links, true]);
    expect(state(25, { next: relation })).toEqual([63, links, true]);
    expect(state(26)).toEqual([62, [], true]);
    expect(state(27)).toEqual([63, [], false]);
    expect(indexLimitFaults(withCodes(27))).toEqual([]);
  });

  it('are a fault only if those that keep values unique do not fit', () => {
    const unique = (count: number) =>
      typeWith(
        Object.fromEntries(Array.from({ length: count }, (_, i) => [`code${i}`, { type: 'string', unique: true }])),
      );
    expect(indexLimitFaults(unique(30))).toEqual([]);
    expect(indexLimitFaults(unique(31))).toEqual([
      {
        file: 'article.json',
        path: 'attributes',
        message: 'needs 66 indexes, and MongoDB allows 64 a collection; take out unique attributes',
      },
    ]);
  });

  it('are chosen by what they are for, with a warning about the others', () => {
    const links = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `link${i}`,
        { type: 'relation', relation: 'oneToOne', target: 'api::article.article' },
      ]),
    );
    const many = typeWith(
      {
        ...links,
        title: { type: 'string' },
        slug: { type: 'uid' },
        parent: { type: 'relation', relation: 'manyToOne', target: 'api::article.article', inversedBy: 'children' },
        children: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'parent' },
        about: { type: 'relation', relation: 'morphToOne' },
      },
      { draftAndPublish: true, indexes: [['title']] },
    );
    const names = namesOf(many);
    expect(names).toHaveLength(63);
    // Everything but opposite orders, and links without an inverse side: those of published versions come before those of drafts.
    const omitted = [
      ...Array.from({ length: 23 }, (_, i) => `draft.link${i + 7}.to`),
      ...['-draft.title__id_draft.id', '-published.title__id_published.id'],
    ];
    expect(names).toEqual(
      expect.arrayContaining([
        ...['draft.slug', 'draft.title__id_draft.id', 'draft.parent.to', 'draft.about.to', 'draft.slug__id_draft.id'],
        ...['published.link29.to', 'draft.link6.to', 'uncounted', 'draftStatus_draft.updatedAt__id_draft.id'],
      ]),
    );
    expect(names.filter((name) => omitted.includes(name) || name === 'changed__id')).toEqual([]);
    expect(indexLimitFaults(many)).toEqual([]);
    expect(indexLimitWarnings(many)).toEqual([
      {
        file: 'article.json',
        path: 'attributes',
        message:
          'has 64 of 92 indexes, because MongoDB allows 64 a collection; queries by draft.link7.to, draft.link8.to, draft.link9.to, draft.link10.to, draft.link11.to and 23 more read the whole collection',
      },
    ]);
    expect(indexLimitWarnings(schema)).toEqual([]);
  });
});

describe('the indexes of a database', async () => {
  const { uri, name } = freshDatabase();
  const client = await new MongoClient(uri).connect();
  afterAll(() => client.close());
  const db = client.db(name);

  it('are created, and then none is missing', async () => {
    expect((await indexState(db, schema)).missing).toEqual(requiredIndexes(schema));
    await prepareIndexes(db, schema);
    expect(await indexState(db, schema)).toEqual({ missing: [], leftOver: [] });
  });

  it('are listed if nothing needs them, but are not dropped', async () => {
    const smaller = typeWith({ title: { type: 'string' } });
    await prepareIndexes(db, smaller);
    const { leftOver } = await indexState(db, smaller);
    expect(leftOver).toContainEqual({ collection: 'articles', name: 'draft.slug' });
    expect(leftOver).toHaveLength(12);
  });

  it('are created again if their options changed', async () => {
    await db.collection('articles').dropIndex('deletedAt');
    await db.collection('articles').createIndexes([{ key: { deletedAt: 1 }, name: 'deletedAt' }]);
    expect((await indexState(db, schema)).missing.map(({ options }) => options.name)).toEqual(['deletedAt']);
    await prepareIndexes(db, schema);
    expect(await indexState(db, schema)).toEqual({ missing: [], leftOver: [] });
  });

  it('fail with the documents that prevent a unique index', async () => {
    await db.collection('articles').dropIndex('draft.slug');
    const twice = { locale: null, draft: { id: 1, slug: 'same' } };
    await db.collection('articles').insertMany([
      { ...twice, documentId: 'a' },
      { ...twice, documentId: 'b' },
    ]);
    await expect(prepareIndexes(db, schema)).rejects.toThrow(/Several documents of articles have the same value/);
  });
});
