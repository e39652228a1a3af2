// Combines migration files that were written one after the other.
import { describe, expect, it } from 'vitest';
import { combineMigrations } from '../../../cli/migrate/combineMigrations.ts';
import { noMigrationOptions, type MigrationOptions } from '../../../cli/migrate/index.ts';
import { schemaOf } from '../../setup/schema.ts';
import { component, textsOf, type, type Files } from './site.ts';

const string = { type: 'string' };
const quote = { type: 'component', component: 'shared.quote', repeatable: false };
const base: Files = {
  ...type('article', { title: string, note: string, quote }),
  ...component('shared.quote', { body: string }),
};
const next: Files = {
  ...type('post', { headline: string, featured: { type: 'boolean', default: false }, quote }),
  ...component('shared.quote', { text: string }),
};

const combine = (...parts: readonly Partial<MigrationOptions>[]): MigrationOptions =>
  combineMigrations(
    parts.map((part, index) => ({ name: `${index}.json`, options: { ...noMigrationOptions, ...part } })),
    schemaOf(textsOf(base)),
    schemaOf(textsOf(next)),
  );

describe('migration files', () => {
  it.each<[string, readonly Partial<MigrationOptions>[], Partial<MigrationOptions>]>([
    [
      'stay as they are if there is one',
      [{ rename: ['article.title=headline'] }],
      { rename: ['article.title=headline'] },
    ],
    [
      'follow a name through several renames',
      [{ rename: ['article.title=caption'] }, { rename: ['article.caption=headline'] }],
      { rename: ['article.title=headline'] },
    ],
    [
      'use the names of their time, also of a type and its attributes in one file',
      [
        { rename: ['article=post', 'article.title=caption'] },
        { rename: ['post.caption=headline'], drop: ['post.note'] },
      ],
      { rename: ['article=post', 'article.title=headline'], drop: ['article.note'] },
    ],
    ['cancel each other', [{ rename: ['article.title=a'] }, { rename: ['article.a=title'] }], {}],
    [
      'rename attributes of components',
      [{ rename: ['shared.quote.body=text'] }],
      { rename: ['shared.quote.body=text'] },
    ],
    ['do nothing to what documents do not have', [{ rename: ['article.gone=x', 'page=b'], drop: ['article.b'] }], {}],
    [
      'fill what still exists, under its last name',
      [
        { fill: ['article.starred', 'article.gone'] },
        { rename: ['article=post'] },
        { rename: ['post.title=headline'] },
      ],
      { rename: ['article=post', 'article.title=headline'] },
    ],
    [
      'swap two names',
      [{ rename: ['article.title=note', 'article.note=title'] }],
      { rename: ['article.title=note', 'article.note=title'] },
    ],
    [
      'rename an attribute to the former name of another',
      [{ rename: ['article.title=note', 'article.note=headline'] }],
      { rename: ['article.title=note', 'article.note=headline'] },
    ],
    [
      'rename a type and swap its attributes in one file',
      [{ rename: ['article=post', 'article.title=note', 'article.note=title'] }],
      { rename: ['article=post', 'article.title=note', 'article.note=title'] },
    ],
    [
      'keep versions of a renamed type',
      [{ rename: ['article=post'] }, { keep: ['post=draft'], fill: ['post.featured'] }],
      { rename: ['article=post'], keep: ['article=draft'], fill: ['post.featured'] },
    ],
  ])('%s', (_, parts, expected) => {
    expect(combine(...parts)).toEqual({ ...noMigrationOptions, ...expected });
  });

  it.each<[string, readonly Partial<MigrationOptions>[]]>([
    [
      'migrations/0.json: rename article.titel=headline: there is no article.titel; did you mean "article.title"?',
      [{ rename: ['article.titel=headline'] }],
    ],
    [
      'rename artcle.title=headline: there is no artcle.title; did you mean "article.title"?',
      [{ rename: ['artcle.title=headline'] }],
    ],
    [
      'migrations/1.json: drop post.nte: there is no post.nte; did you mean "post.note"?',
      [{ rename: ['article=post'] }, { drop: ['post.nte'] }],
    ],
    ['rename artcle=post: there is no artcle; did you mean "article"?', [{ rename: ['artcle=post'] }]],
    ['keep artcle=draft: there is no artcle; did you mean "article"?', [{ keep: ['artcle=draft'] }]],
    ['fill post.featurd: there is no post.featurd; did you mean "post.featured"?', [{ fill: ['post.featurd'] }]],
  ])('refuse a mistyped name: %s', (message, parts) => {
    expect(() => combine(...parts)).toThrow(message);
  });

  it('accept names that the documents had before, or that a later file gives', () => {
    const schema = schemaOf(textsOf(next));
    const file = (rename: string) => ({ name: '0.json', options: { ...noMigrationOptions, rename: [rename] } });
    const combineFor = (renames: readonly string[], former: readonly string[] = []) =>
      combineMigrations(renames.map(file), schemaOf(textsOf(base)), schema, new Set(former));
    expect(combineFor(['article.titel=headline'], ['article.titel'])).toEqual(noMigrationOptions);
    expect(combineFor(['article.titl=titel', 'article.titel=title', 'article.title=headline'])).toMatchObject({
      rename: ['article.title=headline'],
    });
    // A database that is created later has no name that the content types lack.
    expect(combineMigrations([file('post.headlin=x')], schema, schema)).toEqual(noMigrationOptions);
  });
});
