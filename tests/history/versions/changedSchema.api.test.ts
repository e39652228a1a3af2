// Versions that were written before their content type was changed.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '../../../lib/schema/index.ts';
import { storeDefinitions } from '../../../lib/write/documents/index.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { componentFile, createClient, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';
import { createHistorySite } from '../historySite.ts';

const text = { type: 'string' };
const typesWith = (attributes: object, box: object, more: Readonly<Record<string, string>> = {}): Schema =>
  schemaOf({
    'article.json': typeFile('article', attributes, withDrafts),
    'author.json': typeFile('author', { name: text }),
    'components/part/box.json': componentFile(box),
    'components/part/frame.json': componentFile({ width: text }),
    ...more,
  });

const sections = (...components: readonly string[]) => ({ type: 'dynamiczone', components });
const list = { type: 'component', component: 'part.box', repeatable: true };

const before = typesWith(
  {
    title: text,
    subtitle: text,
    size: text,
    kind: { type: 'enumeration', enum: ['a', 'b'] },
    hidden: { ...text, private: true },
    hiddenNow: text,
    publicNow: { ...text, private: true },
    secret: { type: 'password' },
    author: relationTo('manyToOne', 'author'),
    boxes: list,
    single: { type: 'component', component: 'part.box' },
    sections: sections('part.box', 'part.quote', 'part.frame'),
  },
  { text, width: text, code: { type: 'password' } },
  { 'components/part/quote.json': componentFile({ text }), 'page.json': typeFile('page', { title: text }) },
);

const after = typesWith(
  {
    title: text,
    headline: { ...text, default: 'new' },
    size: { type: 'integer' },
    kind: { type: 'enumeration', enum: ['a'] },
    hiddenNow: { ...text, private: true },
    publicNow: text,
    boxes: list,
    single: list,
    sections: sections('part.box', 'part.frame'),
  },
  { text, width: { type: 'integer' } },
  { 'page.json': typeFile('page', { title: text }, withDrafts) },
);

const site = createHistorySite({}, before);
let token: string;
/** The same site with the changed types. */
const changed = createClient(
  () => Promise.resolve({ ...site.service(), schema: after }),
  () => token,
);

beforeAll(async () => {
  // A migration stores what the types were, and servers of the new ones begin after it.
  await storeDefinitions(await site.service().database.get(), before);
  token = (await createToken(site.service(), { name: 'changed', type: 'full-access' })).accessKey;
});

const all = {
  ...{
    title: 'A',
    subtitle: 'B',
    size: 'large',
    kind: 'b',
    hidden: 'H',
    hiddenNow: 'N',
    publicNow: 'S',
    secret: 'password',
  },
  boxes: [{ text: 'first', width: 'wide', code: 'password' }],
  single: { text: 'one', width: 'wide' },
  sections: [
    { __component: 'part.box', text: 'box', width: 'wide' },
    { __component: 'part.quote', text: 'quote' },
    { __component: 'part.frame', width: 'narrow' },
  ],
};

/** @param isStored whether the relay moves the version before the types change */
const createArticle = async (isStored: boolean, values: object = all): Promise<string> => {
  const one = await site.create('/api/articles?status=draft', values);
  await site.put(`/api/articles/${one}?status=draft`, { title: 'Now' });
  if (isStored) await site.runRelay();
  return one;
};

const versionUrl = (documentId: string, rest: string): string => `/api/articles/${documentId}/versions${rest}`;

describe.each([false, true])('a version from before a change of its type (in the history: %s)', (isStored) => {
  it('shows what the type still has, and the rest as unknown', async () => {
    const author = await site.create('/api/authors', { name: 'Ann' });
    const one = await createArticle(isStored, { ...all, author });
    const { status, body } = await changed.get(versionUrl(one, '/1?populate=*'));
    expect(status).toBe(200);
    const { title, headline, size, kind, publicNow, boxes, single, sections: zone } = body.data;
    expect({ title, headline, size, kind, publicNow, boxes, single, zone }).toEqual({
      ...{ title: 'A', headline: null, size: null, kind: 'b', publicNow: null, single: [] },
      boxes: [{ text: 'first', width: null }],
      zone: [
        { __component: 'part.box', text: 'box', width: null },
        { __component: 'part.frame', width: 'narrow' },
      ],
    });
    expect(body.meta.unknownAttributes).toEqual([
      { path: 'size', type: 'string', value: 'large' },
      { path: 'boxes.0.width', type: 'string', value: 'wide' },
      { path: 'single', type: 'component' },
      { path: 'sections.0.width', type: 'string', value: 'wide' },
      { path: 'sections.1', type: 'dynamiczone' },
      { path: 'subtitle', type: 'string', value: 'B' },
      { path: 'author', type: 'relation' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/"H"|"N"|"S"|scrypt|\bcode\b|secret/);
  });

  it('shows what was private with view=edit', async () => {
    const one = await createArticle(isStored);
    const { body } = await changed.get(versionUrl(one, '/1?view=edit'));
    expect(body.data).toMatchObject({ hiddenNow: 'N', publicNow: 'S' });
    expect(body.meta.unknownAttributes).toContainEqual({ path: 'hidden', type: 'string', value: 'H' });
    expect(JSON.stringify(body)).not.toMatch(/scrypt|\bcode\b|secret/);
  });
});

it('a version of a type that got drafts is a draft', async () => {
  const one = await site.create('/api/pages', { title: 'A' });
  await site.put(`/api/pages/${one}`, { title: 'B' });
  await site.runRelay();
  const pages = await site.documents('pages');
  // As the migration of the type leaves it.
  const draft = { $unsetField: { field: 'publishedAt', input: '$published' } };
  await pages.updateOne({ documentId: one }, [{ $set: { draft } }, { $set: { 'draft.id': 9_999 } }]);
  const { body } = await changed.get(`/api/pages/${one}/versions/1`);
  expect(body.data).toMatchObject({ title: 'A', publishedAt: null });
  const url = `/api/pages/${one}/versions/1/restore`;
  expect((await changed.request('POST', url)).body.data).toMatchObject({ title: 'A', publishedAt: null });
});

/** What the migration of the type makes of the draft. */
const migrated = { size: 5, headline: 'kept', publicNow: null, boxes: [], single: [], sections: [] };

describe('a restore of a version from before a change of its type', () => {
  it('writes what the type still takes, and names the rest', async () => {
    const one = await createArticle(true, { ...all, kind: 'a' });
    await changed.put(`/api/articles/${one}?status=draft`, migrated);
    const sent = await changed.request('POST', versionUrl(one, '/1/restore?populate=*'));
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const { title, headline, size, kind, publicNow, boxes, sections: zone } = sent.body.data;
    expect({ title, headline, size, kind, publicNow, boxes, zone }).toEqual({
      ...{ title: 'A', headline: 'kept', size: 5, kind: 'a', publicNow: 'S' },
      boxes: [{ text: 'first', width: null }],
      zone: [
        { __component: 'part.box', text: 'box', width: null },
        { __component: 'part.frame', width: 'narrow' },
      ],
    });
    const unknown = [
      'size',
      'boxes.0.width',
      'single',
      'sections.0.width',
      'sections.1',
      'subtitle',
      'hidden',
      'author',
    ];
    expect(sent.body.meta.restored.leftOut).toEqual(unknown.map((path) => ({ path, reason: 'unknown' })));
  });

  it('is refused for a value that is not valid now, and restores other paths', async () => {
    const one = await createArticle(true);
    const { status, body } = await changed.request('POST', versionUrl(one, '/1/restore'));
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['kind']]);
    const restore = (...paths: readonly string[]) =>
      changed.request('POST', versionUrl(one, '/1/restore'), { body: { data: { paths } } });
    expect((await restore('title', 'size')).body).toMatchObject({
      data: { title: 'A' },
      meta: { restored: { leftOut: [{ path: 'size', reason: 'unknown' }] } },
    });
    expect((await restore('headline')).status).toBe(400);
  });

  it('compares only what both sides have in one form', async () => {
    const one = await createArticle(true);
    await changed.put(`/api/articles/${one}?status=draft`, migrated);
    const { body } = await changed.get(versionUrl(one, '/compare?from=1'));
    expect(body.data).toMatchObject([
      { path: 'title', from: 'A', to: 'Now' },
      { path: 'headline', from: null, to: 'kept' },
      { path: 'size', type: 'integer', from: null, to: 5 },
      { path: 'boxes.0', change: 'removed' },
      { path: 'sections.0', change: 'removed' },
      { path: 'sections.1', change: 'removed' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/"H"|"N"|"S"|scrypt|\bcode\b|secret/);
  });
});

it('an attribute that became private before it was removed is private in all versions', async () => {
  const versionsOf = (attributes: object, box: object) => typesWith({ ...attributes, boxes: list }, box);
  const whenPublic = versionsOf({ title: text, pay: text, size: text }, { text, pay: text });
  const privateText = { ...text, private: true };
  const whenPrivate = versionsOf({ title: text, pay: privateText, size: text }, { text, pay: privateText });
  const whenRemoved = versionsOf({ title: text }, { text });
  const db = await site.service().database.get();
  for (const one of [whenPublic, whenPrivate, whenRemoved]) await storeDefinitions(db, one);
  const siteWith = (schema: Schema) =>
    createClient(
      () => Promise.resolve({ ...site.service(), schema }),
      () => token,
    );
  const values = { title: 'A', pay: 'much', size: 'large', boxes: [{ text: 'box', pay: 'more' }] };
  const one = await siteWith(whenPublic).create('/api/articles?status=draft', values);
  await siteWith(whenPrivate).put(`/api/articles/${one}?status=draft`, { title: 'B' });
  const { get } = siteWith(whenRemoved);
  const size = { path: 'size', type: 'string', value: 'large' };
  expect((await get(versionUrl(one, '/1'))).body.meta.unknownAttributes).toEqual([size]);
  const edited = (await get(versionUrl(one, '/1?view=edit'))).body.meta.unknownAttributes;
  expect(edited.map(({ path }: { path: string }) => path).sort()).toEqual(['boxes.0.pay', 'pay', 'size']);
});

it('hides what was private in a component that contains itself, at any depth', async () => {
  const schemaWith = (hint: object): Schema =>
    schemaOf({
      'article.json': typeFile('article', { title: text, boxes: list }, withDrafts),
      'components/part/box.json': componentFile({ text, hint, inner: list }),
    });
  const [first, second] = [schemaWith({ ...text, private: true }), schemaWith(text)];
  for (const one of [first, second]) await storeDefinitions(await site.service().database.get(), one);
  const siteWith = (schema: Schema) =>
    createClient(
      () => Promise.resolve({ ...site.service(), schema }),
      () => token,
    );
  const box = { text: 'a', hint: 'private hint' };
  const values = { boxes: [{ ...box, inner: [{ ...box, inner: [box] }] }] };
  const one = await siteWith(first).create('/api/articles?status=draft', values);
  await siteWith(first).put(`/api/articles/${one}?status=draft`, { title: 'B' });
  const query = 'populate[boxes][populate][inner][populate][inner]=true';
  const { body } = await siteWith(second).get(versionUrl(one, `/1?${query}`));
  const left = { text: 'a', hint: null };
  expect(body.data.boxes).toEqual([{ ...left, inner: [{ ...left, inner: [left] }] }]);
});
