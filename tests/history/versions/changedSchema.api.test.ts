// Versions that were written before their content type was changed.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '../../../lib/schema/index.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { componentFile, createClient, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';
import { createHistorySite } from '../historySite.ts';

const text = { type: 'string' };
const typesWith = (attributes: object, box: object, more: object = {}): Schema =>
  schemaOf({
    'article.json': typeFile('article', attributes, withDrafts),
    'author.json': typeFile('author', { name: text }),
    'components/part/box.json': componentFile(box),
    'components/part/quote.json': componentFile({ text }),
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
    sections: sections('part.box', 'part.quote'),
  },
  { text, width: text, code: { type: 'password' } },
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
    sections: sections('part.box'),
  },
  { text, width: { type: 'integer' } },
);

const site = createHistorySite({}, before);
let token: string;
/** The same site with the changed types. */
const changed = createClient(
  () => Promise.resolve({ ...site.service(), schema: after }),
  () => token,
);

beforeAll(async () => {
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
  ],
};

/** @param isStored whether the relay moves the version before the types change */
const createArticle = async (isStored: boolean, values: object = all): Promise<string> => {
  const one = await site.create('/api/articles?status=draft', values);
  // The relay knows the types, also if it moves the version later.
  await site.runRelay();
  await site.put(`/api/articles/${one}?status=draft`, { title: 'Now' });
  if (isStored) await site.runRelay();
  return one;
};

const versionUrl = (documentId: string, rest: string): string => `/api/articles/${documentId}/versions${rest}`;

describe.each([true, false])('a version from before a change of its type (in the history: %s)', (isStored) => {
  it('shows what the type still has, and the rest as unknown', async () => {
    const author = await site.create('/api/authors', { name: 'Ann' });
    const one = await createArticle(isStored, { ...all, author });
    const { status, body } = await changed.get(versionUrl(one, '/1?populate=*'));
    expect(status).toBe(200);
    const { title, headline, size, kind, publicNow, boxes, single, sections: zone } = body.data;
    expect({ title, headline, size, kind, publicNow, boxes, single, zone }).toEqual({
      ...{ title: 'A', headline: null, size: null, kind: 'b', publicNow: null, single: [] },
      boxes: [{ text: 'first', width: null }],
      zone: [{ __component: 'part.box', text: 'box', width: null }],
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
    expect(JSON.stringify(body)).not.toMatch(/"H"|"N"|"S"|scrypt|code|secret/);
  });

  it('shows what was private with view=edit', async () => {
    const one = await createArticle(isStored);
    const { body } = await changed.get(versionUrl(one, '/1?view=edit'));
    expect(body.data).toMatchObject({ hiddenNow: 'N', publicNow: 'S' });
    expect(body.meta.unknownAttributes).toContainEqual({ path: 'hidden', type: 'string', value: 'H' });
    expect(JSON.stringify(body)).not.toMatch(/scrypt|code|secret/);
  });
});
