// @ts-check
// Fills a reference Strapi with content of every kind. `strapi-5.54.tar.gz` is its export, which the tests import:
//   node fillReference.mjs URL,TOKEN BLOG      BLOG: a folder with data.json and uploads/
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { StrapiApi } from '../strapi/strapiApi.js';

const [reference = '', blogFolder = ''] = process.argv.slice(2);
const [url = '', token = ''] = reference.split(',');
const strapi = new StrapiApi({ url, token });

const data = JSON.parse(readFileSync(join(blogFolder, 'data.json'), 'utf8'));
/** @param {string} name @returns {Promise<number | undefined>} the id of the file */
const upload = async (name) => {
  const info = { name, alternativeText: `About ${name}`, caption: null };
  await strapi.upload(name, new Uint8Array(readFileSync(join(blogFolder, 'uploads', name))), info);
  return strapi.files.get(name);
};
const picture = await upload('coffee-art.jpg');
const icon = await upload('favicon.png');

/** @param {any} block */
const toBlock = (block) => {
  if (block.__component === 'shared.media') return { ...block, file: picture };
  if (block.__component === 'shared.slider') return { ...block, files: [icon, picture] };
  return block;
};
const categories = [];
for (const one of data.categories) categories.push(await strapi.create('categories', one));
const authors = [];
for (const one of data.authors) authors.push(await strapi.create('authors', { ...one, avatar: icon }));
for (const [index, one] of data.articles.entries())
  await strapi.create(`articles?status=${index === 1 ? 'draft' : 'published'}`, {
    ...one,
    category: categories[one.category.id - 1].documentId,
    author: authors[one.author.id - 1].documentId,
    cover: picture,
    blocks: one.blocks.map(toBlock),
  });
await strapi.update('global', {
  ...data.global,
  favicon: icon,
  defaultSeo: { ...data.global.defaultSeo, shareImage: picture },
});
await strapi.update('about', { ...data.about, blocks: data.about.blocks.map(toBlock) });

const roles = (await strapi.send('GET', '/api/users-permissions/roles')).roles;
await strapi.send('POST', '/api/users-permissions/roles', {
  name: 'Keeper',
  description: 'Looks after works',
  permissions: { 'api::work': { controllers: { work: { find: { enabled: true, policy: '' } } } } },
});
const keeperRole = (await strapi.send('GET', '/api/users-permissions/roles')).roles.find(
  (/** @type {any} */ { name }) => name === 'Keeper',
);
const authenticated = roles.find((/** @type {any} */ { type }) => type === 'authenticated');
const user = (/** @type {string} */ username, /** @type {any} */ more) =>
  strapi.send('POST', '/api/users', {
    username,
    email: `${username}@example.org`,
    password: `Secret-${username}-1`,
    confirmed: true,
    ...more,
  });
const keeper = await user('keeper', { role: keeperRole.id });
await user('reader', { role: authenticated.id });
await user('blocked', { role: authenticated.id, blocked: true });

const tags = [];
for (const name of ['oil', 'paper', 'stone', 'bronze']) tags.push(await strapi.create('tags', { name }));
const ids = (/** @type {any[]} */ ...documents) => documents.map(({ documentId }) => documentId);
const paragraph = (/** @type {string} */ text) => ({ type: 'paragraph', children: [{ type: 'text', text }] });
const [oil, paper, stone, bronze] = tags;

const ada = await strapi.create('artists', {
  ...{ name: 'Ada Stone', slug: 'ada-stone', born: '1901-02-03', portrait: picture },
  bio: [
    paragraph('She began with stone.'),
    {
      type: 'list',
      format: 'ordered',
      children: [{ type: 'list-item', children: [{ type: 'text', text: 'one', bold: true }] }],
    },
  ],
  tags: ids(stone, oil),
});
await strapi.update(`artists/${ada.documentId}?locale=fr`, {
  name: 'Ada Pierre',
  slug: 'ada-pierre',
  born: '1901-02-03',
  tags: ids(oil),
});
const ben = await strapi.create('artists', {
  name: 'Ben Wood',
  slug: 'ben-wood',
  mentor: ada.documentId,
  friends: ids(ada),
  tags: ids(oil, paper, bronze),
});
const cleo = await strapi.create('artists?status=draft', { name: 'Cleo Draft', friends: ids(ben, ada) });
await strapi.create('artists?locale=de', { name: 'Dora nur Deutsch', slug: 'dora' });
await strapi.update(`artists/${ada.documentId}`, { friends: ids(ben) });

const part = (/** @type {string} */ label, /** @type {any} */ more = {}) => ({ label, ...more });
const first = await strapi.create('works', {
  ...{
    title: 'First work',
    code: 'W-1',
    summary: 'Ünïcödé "quotes"\nand a line',
    views: '9007199254740993',
    year: 1923,
  },
  ...{ price: 12.5, weight: 0.1, opens: '09:30:00.000', shownAt: '2024-05-31T09:30:00.123Z', onView: true },
  ...{ state: 'restored', contact: 'a@example.org', details: { deep: [1, { $gt: 'x' }, null], 'a.b': 1 } },
  ...{ artist: ada.documentId, tags: ids(paper, oil), keeper: keeper.id, gallery: [icon, picture] },
  size: { width: 30, height: 40, unit: 'cm' },
  parts: [
    part('left', {
      photo: icon,
      maker: ben.documentId,
      marks: ids(bronze, oil),
      size: { width: 1 },
      texts: [{ body: 'deep', by: ada.documentId }, { body: 'two' }],
    }),
    part('right', { photos: [picture, icon] }),
  ],
  story: [
    { __component: 'gallery.text', body: '# Story', by: ben.documentId },
    {
      __component: 'gallery.part',
      label: 'zone part',
      photo: picture,
      texts: [{ body: 'in a zone', by: ada.documentId }],
    },
    { __component: 'gallery.size', width: 3 },
  ],
});
const second = await strapi.create('works', {
  title: 'Second work',
  code: 'W-2',
  artist: ada.documentId,
  tags: ids(oil),
  alike: ids(first),
  origin: first.documentId,
});
const third = await strapi.create('works', {
  title: 'Third work',
  artist: ada.documentId,
  details: { text: 'x' },
  onView: false,
});
await strapi.create('works?status=draft', {
  title: 'Draft of a work',
  artist: ben.documentId,
  tags: ids(stone),
  alike: ids(third, second),
});
await strapi.update(`works/${first.documentId}?status=draft`, {
  title: 'First work, changed',
  tags: ids(oil, paper, stone),
  parts: [part('only')],
});
await strapi.update(`artists/${ada.documentId}`, { works: ids(third, first, second) });
await strapi.update(`tags/${oil.documentId}`, { works: ids(second, first), best: first.documentId });
await strapi.update(`tags/${stone.documentId}`, { artists: ids(ben, ada) });
await strapi
  .create('notes', {
    text: 'About several',
    about: [
      { __type: 'api::artist.artist', documentId: ada.documentId },
      { __type: 'api::artist.artist', documentId: ben.documentId },
    ],
  })
  .catch(async (/** @type {unknown} */ error) => {
    process.stderr.write(`notes without links: ${String(error)}\n`);
    await strapi.create('notes', { text: 'About several' });
  });
await strapi.update('house', {
  name: 'The house',
  founded: 1890,
  director: ada.documentId,
  hours: [{ body: 'Mon' }, { body: 'Tue', by: ben.documentId }],
});
await strapi.update('house?locale=fr', { name: 'La maison', founded: 1890, hours: [{ body: 'lun' }] });
await strapi.send('DELETE', `/api/artists/${cleo.documentId}?locale=fr`).catch(() => undefined);
