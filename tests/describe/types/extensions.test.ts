// Which extensions compile against the generated types of a project.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { projectTypesModule } from '../../../lib/describe/types/index.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { schemaOf } from '../../setup/schema.ts';
import { extensionFaultsIn } from './compile.ts';

const { schema } = await loadSchema('content-types');
const types = projectTypesModule({ schema, config: defaultConfig });

/** An extension of articles. */
const onArticles = (hooks: string): string =>
  `export default defineExtension({ types: { 'api::article.article': { ${hooks} } } });`;

/** A use of the service. */
const using = (use: string): string =>
  onArticles(`validate: async ({ documents: { asSystem }, caller }) => { ${use} }`);

const head = `import { ApiError, defineExtension } from 'lectern'; export const used = ApiError;`;

const faultsOf = (cases: readonly string[]): readonly string[] =>
  extensionFaultsIn({
    'types.d.ts': types,
    ...Object.fromEntries(cases.map((code, index) => [`case${index}.ts`, `${head}\n${code}`])),
  });

const right = [
  `import { defineRoute } from 'lectern';
  defineRoute({ method: 'POST', path: '/articles/{id}/actions/archive', permission: 'x.y', handler: ({ params }) => params.id });
  defineRoute({ method: 'GET', path: '/articles/{id}/like/{name}', permission: 'x.y', handler: ({ params }) => params.name });`,
  onArticles(`validate: ({ data, previous, status, fail }) => {
    if (data.title === data.summary && previous?.title !== null && status === 'published') fail('summary', 'must differ');
    if (data.seo?.metaTitle === '') fail('seo.metaTitle', 'is empty');
    for (const [index, section] of data.sections.entries())
      if (section.__component === 'layout.quote' && section.text === null) fail(['sections', index, 'text'], 'is missing');
  }`),
  onArticles(
    `beforeWrite: ({ data }) => ({ ...data, summary: data.title, form: 'visit', authors: { connect: ['x'] } })`,
  ),
  onArticles(
    `beforeWrite: ({ data, operation }) => { if (operation === 'create') return { title: data.title ?? 'none' }; }`,
  ),
  onArticles(
    `beforeWrite: async ({ data }) => ({ seo: data.seo && { ...data.seo, metaTitle: 'x' }, sections: [...data.sections] })`,
  ),
  onArticles(
    `beforeDelete: ({ document, caller, refuse }) => { if (caller.kind !== 'system') refuse(document.title ?? ''); }`,
  ),
  using(`const { data } = await asSystem.find('api::article.article', { filters: { title: 'x' }, populate: ['topic'] });
    const name: string | null | undefined = data[0]?.topic?.name; void name;`),
  using(`const article = await asSystem.findOne('api::article.article', caller.id, { populate: { authors: true } });
    const names = article?.authors.map((author) => author.name); void names;`),
  using(`await asSystem.create('api::article.article', { title: 'x', authors: [{ documentId: 'y' }] });
    await asSystem.update('api::article.article', 'x', { summary: null }, { status: 'draft' });
    await asSystem.publish('api::article.article', 'x', { locale: '*' });
    await asSystem.delete('api::article.article', 'x');`),
  using(`const query = { where: { readingMinutes: { $lt: 9 } }, fields: ['title'] } as const;
    const article = await asSystem.increment('api::article.article', 'x', { readingMinutes: 1 }, query);
    const title: string | undefined = article?.title; void title;`),
  onArticles(`validate: async ({ documents }) => {
    const { title } = await documents.transaction(({ asCaller }) => asCaller.update('api::article.article', 'x', { title: 'x' }, { status: 'published' }));
    const text: string = title; void text;
  }`),
  using(`const about = await asSystem.findOne('api::about.about'); const title: string | undefined = about?.title; void title;
    await asSystem.update('api::about.about', undefined, { title: 'x' });`),
  using(
    `const { data } = await asSystem.find('plugin::users-permissions.user', { filters: { username: 'x' } }); void data[0]?.email;`,
  ),
  using(`const { email } = await asSystem.create('plugin::users-permissions.user', { username: 'x', email: 'x@example.org', password: 'correct horse', role: { type: 'editor' } });
    const { username } = await asSystem.update('plugin::users-permissions.user', 'x', { blocked: true, role: 'y' });
    const { caption } = await asSystem.update('plugin::upload.file', 'x', { caption: null, focalPoint: { x: 1, y: 2 } });
    await asSystem.delete('plugin::upload.file', 'x'); await asSystem.delete('plugin::users-permissions.user', 'x');
    const texts: readonly (string | null)[] = [email, username, caption]; void texts;`),
  `export default defineExtension({ types: { 'plugin::upload.file': { beforeWrite: ({ data }) => ({ caption: data.name }) } } });`,
];

const wrong: readonly (readonly [code: string, fault: string])[] = [
  [`export default defineExtension({ types: { 'api::article.artikel': {} } });`, 'api::article.artikel'],
  [onArticles(`beforeSave: () => undefined`), 'beforeSave'],
  [onArticles(`validate: ({ data }) => void data.titel`), "'titel' does not exist"],
  [
    `export default defineExtension({ types: { 'plugin::users-permissions.user': { validate: ({ data }) => void data.password } } });`,
    "'password' does not exist",
  ],
  [using(`await asSystem.increment('api::article.article', 'x', { title: 1 })`), "'title' does not exist"],
  [onArticles(`validate: ({ data }) => void data.title.length`), 'possibly'],
  [onArticles(`validate: ({ previous }) => void previous.title`), 'possibly'],
  [onArticles(`beforeWrite: ({ data }) => { data.title = 'x'; }`), 'read-only'],
  [onArticles(`beforeWrite: ({ data }) => { data.authors.push({ documentId: 'x' }); }`), "'push' does not exist"],
  [onArticles(`beforeWrite: () => ({ title: 5 })`), 'not assignable'],
  [onArticles(`beforeWrite: ({ data }) => ({ ...data, form: 'poem' })`), 'not assignable'],
  [onArticles(`beforeWrite: () => ({ titel: 'x' })`), 'not assignable'],
  [onArticles(`validate: ({ fail }) => fail('is wrong')`), 'Expected 2 arguments'],
  [onArticles(`validate: ({ fail }) => fail('titel', 'is wrong')`), 'titel'],
  [onArticles(`validate: ({ operation }) => void (operation === 'delete')`), 'no overlap'],
  [using(`await asSystem.find('api::artikel.artikel');`), 'api::artikel.artikel'],
  [
    using(`await asSystem.create('api::article.article', { summary: 'x' }, { status: 'published' });`),
    "'title' is missing",
  ],
  [using(`await asSystem.create('api::article.article', { title: 'x', titel: 'y' });`), 'titel'],
  [using(`await asSystem.update('api::article.article', 'x', { form: 'poem' });`), 'poem'],
  [using(`await asSystem.find('api::article.article', { fields: ['titel'] });`), 'titel'],
  [using(`await asSystem.find('api::article.article', { status: 'draft', sorted: 'title' });`), 'never'],
  [using(`void (await asSystem.find('api::article.article')).data[0]?.topic;`), "'topic' does not exist"],
  [using(`void (await asSystem.findOne('api::article.article', 'x')).title;`), 'possibly'],
  [using(`void asSystem.find('api::article.article').data;`), "'data' does not exist"],
  [using(`await asSystem.findOne('api::article.article');`), 'not assignable'],
  [using(`await asSystem.find('api::about.about');`), 'api::about.about'],
  [using(`await asSystem.create('plugin::upload.file', { name: 'x' });`), 'not assignable'],
  [
    using(`await asSystem.create('plugin::users-permissions.user', { username: 'x', password: 'correct horse' });`),
    'not assignable',
  ],
  [using(`await asSystem.update('plugin::users-permissions.user', 'x', { provider: 'local' });`), 'not assignable'],
  [
    `import { defineRoute } from 'lectern';
    defineRoute({ method: 'POST', path: '/articles/{id}/actions/publish', permission: 'x.y', handler: () => 1 });`,
    'never',
  ],
  [using(`void (caller.kind === 'admin');`), 'no overlap'],
];

/** The extensions of the sample site in the documentation, each with its file in the first line. */
const documented = ['docs', 'docs/reference']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => /\/(?:extending|from-strapi)\.md$/.test(path))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/```ts\n(\/\/ extensions\/\S+\n[^]*?)```/g)])
  .map(([, code = '']) => code);

describe('extensions', () => {
  it('compile with the examples of the documentation', () => {
    expect(documented.length).toBeGreaterThan(2);
    const files = documented.map((code, index) => [`example${index}.ts`, code] as const);
    expect(extensionFaultsIn({ 'types.d.ts': types, ...Object.fromEntries(files) })).toEqual([]);
  });

  it('compile with right uses', () => {
    expect(faultsOf(right)).toEqual([]);
  });

  const faults = faultsOf(wrong.map(([code]) => code));
  it.each(wrong.map((one, index) => [...one, index] as const))('do not compile with %s: %s', (_, expected, index) => {
    const found = faults.filter((fault) => fault.startsWith(`case${index}.ts`));
    expect(found.join(' ')).toContain(expected);
  });
});

it('the types of a project without content types compile', () => {
  const empty = projectTypesModule({ schema: schemaOf({}), config: defaultConfig });
  expect(extensionFaultsIn({ 'types.d.ts': empty, 'use.ts': head })).toEqual([]);
});
