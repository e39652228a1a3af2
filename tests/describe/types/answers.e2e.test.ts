// Answers of the API match the generated types: the compiler checks real answers as values of the types.
import { readFileSync } from 'node:fs';
import { stringify } from 'qs';
import { beforeAll, describe, expect, it } from 'vitest';
import { typesModule } from '../../../lib/describe/types/index.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { seed } from '../../../cli/seed/index.ts';
import { pictureOfSize } from '../../media/files.ts';
import { createApi, type Api } from '../../setup/api.ts';
import { museum, seedMuseum } from '../../setup/museum/seed.ts';
import { loadNetwork, seedNetwork } from '../../setup/network.ts';
import { createUploadApi } from '../../setup/uploads.ts';
import { faultsIn } from './compile.ts';

interface TypedQuery {
  readonly type: string;
  readonly path: string;
  /** The query as the client gets it, and as part of the type. */
  readonly query: object;
}

const of =
  (type: string, path: string) =>
  (query: object): TypedQuery => ({ type, path, query });
const exhibits = of('Exhibit', 'exhibits');
const rooms = of('Room', 'rooms');
const artists = of('Artist', 'artists');
const guides = of('Guide', 'guides');
const museums = of('Museum', 'museum');

const museumQueries: readonly TypedQuery[] = [
  exhibits({}),
  exhibits({ status: 'draft' }),
  exhibits({ fields: ['title', 'condition'] }),
  exhibits({ fields: ['*'], populate: ['room'] }),
  exhibits({ populate: '*' }),
  exhibits({ populate: '*', status: 'draft' }),
  exhibits({ populate: 'room' }),
  exhibits({ populate: ['room', 'artists.studio.label', 'label.source.exhibit', 'cover'] }),
  exhibits({ populate: ['*', 'notes.author'] }),
  exhibits({ populate: ['body'] }),
  exhibits({ populate: ['body.exhibit', 'body.pictures'] }),
  exhibits({ populate: { room: false, artists: '*', tags: { count: true }, notes: { count: true } } }),
  exhibits({ populate: { artists: { fields: ['name'], sort: 'name', limit: 1, populate: { teacher: true } } } }),
  exhibits({ populate: { label: { populate: ['writer', 'picture'] }, notes: { populate: '*', fields: ['text'] } } }),
  exhibits({ populate: { body: { populate: '*' } } }),
  exhibits({ populate: { body: { on: { 'block.text': true, 'block.gallery': { populate: 'pictures' } } } } }),
  exhibits({ populate: { body: { on: { 'block.spotlight': { fields: ['heading'], populate: { artists: true } } } } } }),
  exhibits({ status: 'draft', populate: { artists: true, body: { populate: '*' }, label: true } }),
  rooms({ populate: '*', status: 'draft' }),
  rooms({ populate: { exhibits: { populate: { cover: { fields: ['url', 'formats'] } } } } }),
  artists({ populate: '*' }),
  artists({ status: 'draft', populate: { teacher: true, works: { count: true } } }),
  guides({ populate: 'localizations' }),
  guides({ populate: '*', locale: 'fr', status: 'draft' }),
  museums({ populate: { highlights: true, director: true, label: true, body: true } }),
  of('Ticket', 'tickets')({ populate: '*' }),
  of('Tag', 'tags')({ populate: 'exhibits' }),
];

type Answers = readonly (readonly [TypedQuery, unknown])[];

const answersOf = async (api: Api, questions: readonly TypedQuery[]): Promise<Answers> => {
  const answers: (readonly [TypedQuery, unknown])[] = [];
  for (const one of questions) {
    const { status, body } = await api.get(`/api/${one.path}?${stringify(one.query)}`);
    if (status !== 200) throw new Error(`${JSON.stringify(one)}: ${JSON.stringify(body)}`);
    answers.push([one, body.data]);
  }
  return answers;
};

/** A module for each answer, with it as a typed constant. JSON is also a valid type: `{"populate":["room"]}`. */
const modulesOf = (answers: Answers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    answers.map(([{ type, query }, data], index) => [
      `answer${index}.ts`,
      `import type { ${type} } from './lectern.ts';
export const answer: ${type}<${JSON.stringify(query)}>${Array.isArray(data) ? '[]' : ''} = ${JSON.stringify(data)};`,
    ]),
  );

/** Checks that the answers do not match types in which some text is another. */
const expectNoMatch = (lectern: string, answers: Answers, right: string, wrong: string): void => {
  const untrue = lectern.replaceAll(right, wrong);
  expect(untrue).not.toBe(lectern);
  expect(faultsIn({ ...modulesOf(answers), 'lectern.ts': untrue })).not.toEqual([]);
};

describe('the types of the museum', async () => {
  const schema = await museum();
  const api = createApi(schema);
  const lectern = typesModule(schema);
  let answers: Answers = [];
  beforeAll(async () => {
    await seedMuseum(api);
    await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
    const { body } = await api.get('/api/guides?status=draft');
    await api.put(`/api/guides/${body.data[0].documentId}?locale=fr`, { title: 'Le guide' });
    answers = await answersOf(api, museumQueries);
  });

  it('match the answers', () => {
    expect(answers.every(([, data]) => !Array.isArray(data) || data.length > 0)).toBe(true);
    expect(faultsIn({ 'lectern.ts': lectern, ...modulesOf(answers) })).toEqual([]);
  });

  it.each([
    ['a value has another type', 'inventory: string | null', 'inventory: number | null'],
    ['a value is never null', 'year: number | null', 'year: number'],
    ['a value does not exist', '    weight: number | null;\n', ''],
    ['a private value exists', '    title: string | null;\n', '    title: string | null;\n    secret: string;\n'],
    ['an enumeration lacks a value', "'mint' | ", ''],
    ['a link has another target', 'room: Maybe<RoomModel>', 'room: Maybe<TagModel>'],
    ['a list is a single link', 'artists: Many<ArtistModel>', 'artists: Maybe<ArtistModel>'],
    ['a zone lacks a component', "DynamicZone<'block.text' | ", 'DynamicZone<'],
    ['a draft is published', "draftLacks: 'name' | 'publishedAt'", "draftLacks: 'name'"],
  ])('would not match if they declared that %s', (_, right, wrong) => {
    expectNoMatch(lectern, answers, right, wrong);
  });
});

describe('the types of the sample', async () => {
  const { schema } = await loadSchema('content-types');
  const api = createUploadApi(schema);
  const lectern = typesModule(schema);
  const articles = of('Article', 'articles');
  let answers: Answers = [];
  beforeAll(async () => {
    const content = JSON.parse(readFileSync('sample/content.json', 'utf8')) as unknown;
    await seed(api.service(), content, () => undefined);
    const picture = await pictureOfSize(1200, 800).png().toBuffer();
    const [{ id }] = (await api.send([['cover.png', picture]])).body;
    const { data } = (await api.get('/api/articles?pagination[limit]=1')).body;
    await api.put(`/api/articles/${data[0].documentId}`, { cover: id });
    await api.post('/api/articles?status=draft', { seo: {}, sections: [{ __component: 'layout.text' }] });
    answers = await answersOf(api, [
      articles({ populate: '*' }),
      articles({ status: 'draft', populate: '*' }),
      articles({ populate: ['cover', 'authors.portrait', 'sections.image', 'seo.image'] }),
      articles({ populate: { sections: { on: { 'layout.reading-list': { populate: 'books' } } }, related: true } }),
      of('Site', 'site')({ populate: '*' }),
      of('About', 'about')({ populate: ['sections.articles', 'seo', 'localizations'] }),
      of('Author', 'authors')({ populate: { articles: { fields: ['title'], populate: { topic: true } } } }),
    ]);
  });

  it('match required values, which drafts may lack, and pictures', () => {
    expect(JSON.stringify(answers)).toMatch(/"title":null.*"thumbnail":{/);
    expect(faultsIn({ 'lectern.ts': lectern, ...modulesOf(answers) })).toEqual([]);
  });
});

describe('the types of the network', async () => {
  const schema = await loadNetwork();
  const api = createApi(schema);
  const lectern = typesModule(schema);
  const people = of('Person', 'people');
  const remarks = of('Remark', 'remarks');
  let answers: Answers = [];
  beforeAll(async () => {
    await seedNetwork(api);
    const below = { populate: { boxes: { populate: { boxes: true, lid: { populate: '*' } } } } };
    answers = await answersOf(api, [
      people({ populate: '*' }),
      people({ status: 'draft', populate: ['parent.children', 'team.members.follows', 'biography.subjects'] }),
      people({ populate: { box: { populate: ['owner', 'lid.box', 'lid.about'] }, boxes: below } }),
      people({ populate: { body: { on: { 'part.shelf': { populate: { content: { populate: '*' } } } } } } }),
      remarks({ populate: '*' }),
      remarks({ populate: { subjects: { on: { 'api::person.person': { populate: ['mentions'] } } } } }),
      of('Team', 'teams')({ populate: '*' }),
      of('Board', 'board')({ populate: { pinned: true, shelf: { populate: { content: { populate: '*' } } } } }),
    ]);
  });

  it('match every kind of relation, and components that contain themselves', () => {
    expect(JSON.stringify(answers)).toContain('innermost');
    expect(faultsIn({ 'lectern.ts': lectern, ...modulesOf(answers) })).toEqual([]);
  });
});
