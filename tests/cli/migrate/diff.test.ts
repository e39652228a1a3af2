// The changes between two schemas, and the options that a migration accepts.
import { describe, expect, it } from 'vitest';
import { noMigrationOptions, diffSchemas, type MigrationOptions } from '../../../cli/migrate/index.ts';
import { schemaOf } from '../../setup/schema.ts';
import { component, draftless, localized, textsOf, type, type Files } from './site.ts';

const kinds = (before: Files, after: Files, options: Partial<MigrationOptions> = {}): readonly string[] =>
  diffSchemas(schemaOf(textsOf(before)), schemaOf(textsOf(after)), { ...noMigrationOptions, ...options }).changes.map(
    (change) => [change.kind, change.holder, ...('name' in change ? [change.name] : [])].join(' '),
  );

const string = { type: 'string' };
const article = 'api::article.article';
const zone = (...components: readonly string[]): object => ({ type: 'dynamiczone', components });
const of = (attribute: object, more: object = {}): Files => type('article', { a: attribute }, more);
const rel = (relation: string, more: object = {}): object => ({ type: 'relation', relation, target: article, ...more });

describe('a change', () => {
  it.each<[Files, Files, readonly string[]]>([
    [of(string), of(string), []],
    [type('article', {}), of(string), []],
    [of(string), { ...of(string), ...type('page', {}) }, []],
    [type('article', {}), of({ ...string, default: 'x' }), [`default ${article} a`]],
    [of(string), type('article', {}), [`removed ${article} a`]],
    [
      type('article', { a: rel('oneToMany', { mappedBy: 'b' }), b: rel('manyToOne', { inversedBy: 'a' }) }),
      type('article', { b: rel('manyToOne') }),
      [],
    ],
    [{ ...of(string), ...type('page', {}) }, type('page', {}), [`type removed ${article}`]],
    [of(string), of({ type: 'richtext' }), []],
    [of({ type: 'integer' }), of({ type: 'decimal' }), []],
    [of({ type: 'integer' }), of(string), [`retyped ${article} a`]],
    [of({ type: 'media' }), of({ type: 'media', multiple: true }), [`retyped ${article} a`]],
    [of(rel('manyToOne')), of(rel('manyToMany')), [`retyped ${article} a`]],
    [of(string), of({ ...string, unique: true }), [`unique ${article} a`]],
    [of(string), of({ ...string, required: true }), [`stricter ${article} a`]],
    [
      of({ type: 'enumeration', enum: ['x', 'y'] }),
      of({ type: 'enumeration', enum: ['y'] }),
      [`stricter ${article} a`],
    ],
    [of({ type: 'enumeration', enum: ['x'] }), of({ type: 'enumeration', enum: ['x', 'y'] }), []],
    [of(string, draftless), of(string), [`drafts on ${article}`]],
    [of(string), of(string, draftless), [`drafts off ${article}`]],
    [of(string), of(string, localized), [`locales on ${article}`]],
    [of(string, localized), of(string), [`locales off ${article}`]],
    [of(string), of(string, { kind: 'singleType' }), [`single ${article}`]],
    [of(string), of(string, { collectionName: 'texts' }), [`collection ${article}`]],
    [
      of(string, { collectionName: 'x' }),
      of(string, { collectionName: 'x', info: { singularName: 'article', pluralName: 'texts' } }),
      [],
    ],
    [
      type('article', { a: rel('manyToMany', { inversedBy: 'b' }), b: rel('manyToMany', { mappedBy: 'a' }) }),
      type('article', { a: rel('manyToMany', { mappedBy: 'b' }), b: rel('manyToMany', { inversedBy: 'a' }) }),
      [`moved ${article} a`],
    ],
    [
      { ...of(zone('x.y', 'x.z')), ...component('x.y', {}), ...component('x.z', {}) },
      { ...of(zone('x.z')), ...component('x.z', {}) },
      ['component removed x.y'],
    ],
    [{ ...type('article', {}), ...component('x.y', {}) }, type('article', {}), []],
    [
      { ...of(zone('x.y', 'x.z')), ...component('x.y', {}), ...component('x.z', {}) },
      { ...of(zone('x.z')), ...component('x.y', {}), ...component('x.z', {}) },
      [`narrowed ${article} a`],
    ],
  ])('is found: %j, %j', (before, after, expected) => {
    expect(kinds(before, after)).toEqual(expected);
  });

  it('is part of an ordered plan: remove and convert first, then rename, then fill', () => {
    const before = type('article', { a: string, b: { type: 'integer' }, c: string });
    const after = type('article', { z: string, b: string, n: { ...string, default: 'x' } });
    const options = { rename: ['article.a=z'], drop: ['article.c'], fill: ['article.n'] };
    expect(kinds(before, after, options)).toEqual([
      ...[`retyped ${article} b`, `removed ${article} c`, `renamed ${article} a`, `default ${article} n`],
    ]);
  });
});

describe('the options of a migration', () => {
  const before: Files = {
    ...type('article', { a: string, b: string }),
    ...component('x.y', { c: string }),
    ...type('page', {}),
  };
  const after: Files = {
    ...type('article', { z: string, b: string }),
    ...component('x.y', { c: string }),
    ...type('page', {}),
  };
  const ask = (options: Partial<MigrationOptions>) => () => kinds(before, after, options);

  it.each<[Partial<MigrationOptions>, string]>([
    [{ rename: ['article.a'] }, '--rename article.a: write it as --rename article.headline=title'],
    [{ rename: ['article.q=z'] }, '--rename article.q=z: there is no article.q'],
    [{ drop: ['articel.a'] }, '--drop articel.a: there is no articel.a; did you mean "article.a"?'],
    [{ rename: ['articl.a=z'] }, 'there is no articl.a; did you mean "article.a"?'],
    [{ rename: ['article.a=y'] }, 'the content types have no attribute "y" there'],
    [{ rename: ['article=post'] }, 'the content types have no post'],
    [{ rename: ['article=page'] }, 'documents have a page already'],
    [{ rename: ['x.y=x.z'] }, 'the content types have no x.z'],
    [{ fill: ['article.b'] }, '--fill article.b: it has no default'],
    [{ fill: ['article.q'] }, '--fill article.q: there is no article.q'],
    [{ keep: ['artcle=draft'] }, '--keep artcle=draft: there is no artcle; did you mean "article"?'],
    [{ keep: ['article'] }, '--keep article: write it as --keep article=published'],
  ])('are refused if they name something unknown: %j', (options, message) => {
    expect(ask(options)).toThrow(message);
  });

  it('may be done already, because a script runs them on several databases', () => {
    const schema = schemaOf(textsOf(after));
    const options = { ...noMigrationOptions, rename: ['article.headline=z'], drop: ['article.headline'] };
    expect(diffSchemas(schema, schema, options)).toMatchObject({
      changes: [],
      idle: ['--rename article.headline=z', '--drop article.headline'],
    });
    // The schema still has the type, so it is not dropped.
    expect(diffSchemas(schema, schema, { ...noMigrationOptions, drop: ['article'] })).toMatchObject({
      changes: [],
      idle: ['--drop article'],
    });
  });
});
