// Fills a Strapi over its REST API: Strapi's example blog with its pictures, and documents with every kind of attribute and
// relation, in two locales, as drafts and published.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blogFolder, type RunningStrapi } from './reference.ts';
import { StrapiApi } from './strapiApi.js';

// Answers have many shapes, and the steps read into them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

/** The password of the users. */
export const password = 'correct-horse';

/** Replaces the names of files in components by their ids. */
const withFiles = (components: Json, files: StrapiApi['files']): Json =>
  components.map(({ file, files: several, ...values }: Json) => ({
    ...values,
    ...(file === undefined ? {} : { file: files.get(file) }),
    ...(several === undefined ? {} : { files: several.map((name: string) => files.get(name)) }),
  }));

const fillBlog = async (strapi: StrapiApi): Promise<void> => {
  const { files } = strapi;
  const blog: Json = JSON.parse(readFileSync(join(blogFolder, 'data.json'), 'utf8'));
  const pictures = [
    'coffee-art.jpg',
    'coffee-beans.jpg',
    'daviddoe@strapi.io.jpg',
    'sarahbaker@strapi.io.jpg',
    'favicon.png',
  ];
  pictures.push('default-image.png', 'the-internet-s-own-boy.jpg', 'we-love-pizza.jpg');
  for (const name of pictures)
    await strapi.upload(name, new Uint8Array(readFileSync(join(blogFolder, 'uploads', name))), {
      alternativeText: `the ${name}`,
    });
  const [categories, authors]: [string[], string[]] = [[], []];
  for (const category of blog.categories) categories.push((await strapi.create('categories', category)).documentId);
  for (const { avatar, ...author } of blog.authors)
    authors.push((await strapi.create('authors', { ...author, avatar: files.get(avatar) })).documentId);
  for (const [index, { category, author, blocks, ...article }] of blog.articles.entries())
    await strapi.create(index === 1 ? 'articles?status=draft' : 'articles', {
      ...article,
      cover: files.get(index === 0 ? 'the-internet-s-own-boy.jpg' : 'default-image.png'),
      category: categories[category.id - 1],
      author: authors[author.id - 1],
      blocks: withFiles(blocks, files),
    });
  await strapi.update('about', { title: blog.about.title, blocks: withFiles(blog.about.blocks, files) });
  const { defaultSeo } = blog.global;
  await strapi.update('global', {
    ...blog.global,
    favicon: files.get('favicon.png'),
    defaultSeo: { ...defaultSeo, shareImage: files.get('default-image.png') },
  });
};

/** Types with every kind of relation. @returns the documentIds that other steps need */
const fillGarden = async (
  strapi: StrapiApi,
): Promise<{ readonly bed: string; readonly gardeners: readonly string[] }> => {
  const make = async (path: string, data: object): Promise<string> => (await strapi.create(path, data)).documentId;
  const ada = await make('gardeners', { name: 'Ada', born: '1990-02-28' });
  const ben = await make('gardeners', { name: 'Ben' });
  const cyd = await make('gardeners?status=draft', { name: 'Cyd, a draft' });
  const rake = await make('tools', { name: 'Rake', owner: ada });
  const hoe = await make('tools', { name: 'Hoe', owner: ada, spare: rake });
  const north = await make('beds', { name: 'North', area: 12.25, gardener: ben });
  const south = await make('beds', { name: 'South' });
  const sign = await make('signs', { text: 'Do not touch' });
  const fern = await make('plants', { name: 'Fern', height: 30, bed: north, gardeners: [ben, ada] });
  const moss = await make('plants', { name: 'Moss', parent: fern, bed: north, friends: [fern] });
  const rose = await make('plants', {
    ...{ name: 'Rose', height: 80, bed: north, sign, gardeners: [ada, ben], tools: [hoe, rake], parent: fern },
    ...{ friends: [moss, fern], twin: fern, planter: ada, visitors: [ben, ada], origin: south, wishes: [rake, hoe] },
  });
  await strapi.update(`plants/${rose}?status=draft`, { height: 90, gardeners: [cyd, ada], tools: [rake] });
  await make('plants?status=draft', { name: 'Oak, a draft', bed: south, gardeners: [cyd], parent: rose });
  const care = {
    title: 'Water',
    hidden: 'no',
    steps: [{ text: 'one' }, { text: 'two', minutes: 9 }],
    gardener: ada,
    tools: [hoe, rake],
  };
  await strapi.update('garden', { name: 'The garden', head: ada, beds: [south, north], care });
  const zone = [
    { __component: 'garden.gallery', caption: 'All', plants: [rose, fern], main: fern, steps: [{ text: 'look' }] },
    { __component: 'garden.quote', body: 'Green.' },
  ];
  await make('guides', {
    ...{
      title: 'How to',
      care,
      must: { body: 'Dig' },
      tips: [
        { text: 'soft', tool: hoe },
        { text: 'hard', tool: rake },
      ],
    },
    ...{
      steps: [{ text: 'first', done: true }],
      body: zone,
      ends: [{ __component: 'garden.tip', text: 'end', tool: rake }],
    },
  });
  const chapter = await make('chapters', {
    ...{ title: 'One', care, must: { body: 'Dig', by: 'Ada' }, tips: [{ text: 'aaa', tool: hoe }, { text: 'bbb' }] },
    ...{ body: zone, ends: [{ __component: 'garden.quote', body: 'End' }] },
  });
  await strapi.update(`chapters/${chapter}?status=draft`, { title: 'One, changed', body: [zone[1]] });
  await make('remarks', {
    text: 'Look',
    mentions: [{ id: (await strapi.send('GET', `/api/beds/${north}`)).data.id, __type: 'api::bed.bed' }],
  });
  const remark = await strapi.create('remarks', { text: 'This rake' });
  // Strapi takes no documentId here.
  await strapi.update(`tools/${rake}`, { remarks: [remark.id] });
  return { bed: north, gardeners: [ada, ben] };
};

/** Every type of scalar, files of several kinds, localized documents, and passwords of documents. */
const fillOthers = async (strapi: StrapiApi, bed: string, gardeners: readonly string[]): Promise<void> => {
  const { files } = strapi;
  await strapi.upload('note.txt', 'water the fern', { caption: 'A note', name: 'Note.txt' });
  await strapi.upload('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>');
  await strapi.create('seeds', {
    ...{ name: 'Pea', short: 'abc', code: 'AB12', label: 'one', text: 'text', story: '# Story', mail: 'a@example.org' },
    ...{
      key: 'secret-key',
      slug: 'pea',
      count: 3,
      total: '9007199254740993',
      weight: 1.5,
      price: 2.25,
      sown: '2026-03-01',
    },
    ...{ opens: '09:30:00.000', seen: '2026-03-01T10:00:00.000Z', stamped: '2026-03-01T10:00:00.000Z', rare: true },
    ...{ colour: 'pale blue', data: { id: 7, b: [1, null, { a: 'ü' }], a: 'x' }, secret: 'hidden' },
    card: [{ type: 'paragraph', children: [{ type: 'text', text: 'Plant in spring', bold: true }] }],
  });
  await strapi.create('seeds', { name: 'Empty' });
  await strapi.create('packets', { name: 'Peas', count: 2, sown: '2026-01-01', key: 'key', code: 'abc' });
  const frame = {
    caption: 'c',
    photo: files.get('coffee-art.jpg'),
    sketches: ['coffee-beans.jpg', 'coffee-art.jpg'].map((name) => files.get(name)),
  };
  await strapi.create('albums', {
    ...{ title: 'Album', cover: files.get('we-love-pizza.jpg'), papers: [files.get('note.txt')] },
    shots: ['favicon.png', 'drawing.svg', 'coffee-art.jpg'].map((name) => files.get(name)),
    ...{ frame, frames: [frame, { caption: 'd' }], body: [{ __component: 'garden.frame', ...frame }] },
  });
  const rule = await strapi.create('rules', {
    ...{
      title: 'Be quiet',
      number: 1,
      slug: 'quiet',
      gardeners,
      bed,
      care: { title: 'en' },
      shared: { body: 'shared' },
    },
  });
  await strapi.update(`rules/${rule.documentId}?locale=fr`, {
    title: 'Du calme',
    slug: 'calme',
    gardeners: gardeners.slice(1),
    care: { title: 'fr' },
  });
  await strapi.update(`rules/${rule.documentId}?locale=fr&status=draft`, { title: 'Du calme !' });
  const other = await strapi.create('rules', { title: 'No dogs', number: 2, next: rule.documentId });
  await strapi.update(`rules/${other.documentId}?locale=fr&status=draft`, {
    title: 'Pas de chiens',
    next: rule.documentId,
  });
  const poster = await strapi.create('posters', {
    title: 'House rules',
    year: 2026,
    rules: [other.documentId, rule.documentId],
  });
  await strapi.update(`posters/${poster.documentId}?locale=fr`, { title: 'Règlement', rules: [rule.documentId] });
};

const fillUsers = async (strapi: StrapiApi): Promise<void> => {
  const find = { enabled: true, policy: '' };
  const permissions = { 'api::article': { controllers: { article: { find, findOne: find } } } };
  await strapi.send('POST', '/api/users-permissions/roles', {
    name: 'Editors',
    description: 'They write',
    permissions,
  });
  const { roles } = await strapi.send('GET', '/api/users-permissions/roles');
  const roleOf = (type: string): number => roles.find((role: Json) => role.type === type).id;
  const user = (username: string, role: string, more: object = {}): Promise<Json> =>
    strapi.send('POST', '/api/users', {
      ...{ username, email: `${username}@example.org`, password, role: roleOf(role), confirmed: true, ...more },
    });
  const ada = await user('ada', 'editors');
  const ben = await user('benjamin', 'authenticated', { blocked: true });
  await strapi.create('badges', { title: 'Gold', owner: ada.documentId, holders: [ben.documentId, ada.documentId] });
};

export const fill = async (running: RunningStrapi): Promise<void> => {
  const strapi = new StrapiApi(running);
  await fillBlog(strapi);
  const { bed, gardeners } = await fillGarden(strapi);
  await fillOthers(strapi, bed, gardeners);
  await fillUsers(strapi);
};
