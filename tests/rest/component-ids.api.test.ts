// Ids of components: in answers, filters, sorts and bodies.
import { beforeAll, describe, expect, it } from 'vitest';
import { Timings } from '../../lib/platform/timings.ts';
import { readDocument } from '../../lib/read/execute/index.ts';
import { readEventPayloadQuery } from '../../lib/read/query/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { everything, page, site } from './componentsSite.ts';
import { createApi, withRestConfig, type Reply } from '../setup/api.ts';
import { pagesOf } from '../setup/pagesOf.ts';

const api = createApi(site, withRestConfig({ componentIds: true, maxLimit: 1000 }));

beforeAll(async () => {
  const { status } = await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
  expect(status).toBe(200);
});

/** A component in an answer: the names of the attributes on its way, and its id. */
interface FoundPart {
  readonly path: string;
  readonly uid: string;
  readonly id: number;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const uidOf = (path: string, part: Json): string =>
  typeof part.__component === 'string'
    ? part.__component
    : ({ sections: 'section', hero: 'card', cards: 'card', tree: 'branch', twigs: 'branch' }[
        path.split('.').at(-1) ?? ''
      ] ?? 'perk');

/** All components in a document or component, at any depth. */
const partsIn = (holder: Json, above = ''): readonly FoundPart[] =>
  Object.entries(holder).flatMap(([name, value]) => {
    const path = above === '' ? name : `${above}.${name}`;
    return [value]
      .flat()
      .filter(isObject)
      .flatMap((part) => [
        { path, uid: uidOf(path, part).replace('shared.', ''), id: Number(part.id) },
        ...partsIn(part, path),
      ]);
  });

const made = async (name: string, query = ''): Promise<Json> => {
  const { status, body } = await api.post(`/api/pages?${everything}${query}`, page(name));
  expect(status).toBe(201);
  return body.data;
};

const titles = ({ status, body }: Reply): unknown =>
  status === 200 ? (body.data as readonly Json[]).map(({ title }) => title) : body;

const filterOf = (path: string): string =>
  path
    .split('.')
    .map((name) => `[${name}]`)
    .join('');

describe('answers', () => {
  it('have an id in each component, the same in both versions, another in each document and locale', async () => {
    const one = await made('one');
    const other = await made('other');
    const { documentId } = one;
    const french = await api.put(`/api/pages/${String(documentId)}?${everything}&locale=fr`, page('un'));
    const tag = await api.post('/api/tags?populate=perks', { perks: [{ label: 'a' }, { label: 'b' }] });
    const answers = [one, other, french.body.data, tag.body.data];
    const ids = answers.flatMap((answer) => partsIn(answer)).map(({ id }) => id);
    expect(ids).toHaveLength(3 * partsIn(one).length + 2);
    expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...partsIn(one).map(({ id }) => id))).toBeLessThan(Math.min(...partsIn(other).map(({ id }) => id)));
    for (const status of ['published', 'draft']) {
      const again = await api.get(`/api/pages/${String(documentId)}?${everything}&status=${status}`);
      expect([status, partsIn(again.body.data)]).toEqual([status, partsIn(one)]);
    }
  });

  it('have the same ids in all locales in an attribute that locales share', async () => {
    const { documentId } = await made('en');
    const url = `/api/pages/${String(documentId)}?populate[shared]=true`;
    const { shared } = (await api.put(url, { shared: [{ label: 'a' }, { label: 'b' }] })).body.data as Json;
    const french = await api.put(`${url}&locale=fr`, { title: 'fr' });
    expect(french.body.data.shared).toEqual(shared);
    const changed = [...(shared as readonly Json[]), { label: 'new' }];
    const written = await api.put(`${url}&locale=fr`, { shared: changed });
    expect(written.body.data.shared).toMatchObject(changed);
    expect((await api.get(url)).body.data.shared).toEqual(written.body.data.shared);
  });

  it('keep the ids of entries that are sent with them, whatever else changes', async () => {
    const { documentId, perks } = await made('moves');
    const [a, b] = perks as readonly [Json, Json];
    const url = `/api/pages/${String(documentId)}?populate=perks`;
    const { body } = await api.put(url, { perks: [{ label: 'new' }, { id: b.id, label: 'changed' }, a] });
    expect(body.data.perks).toMatchObject([{ label: 'new' }, { id: b.id, label: 'changed' }, a]);
    expect([a.id, b.id]).not.toContain(body.data.perks[0].id);
    // An entry without an id is a new one.
    const again = await api.put(url, { perks: [{ label: 'new' }] });
    expect(again.body.data.perks[0].id).toBeGreaterThan(body.data.perks[0].id);
  });

  it('keep the id of a single component, with or without it in the body', async () => {
    const { documentId, seo } = await made('single');
    const { id } = seo as { readonly id: number };
    const url = `/api/pages/${String(documentId)}?populate=seo`;
    expect((await api.put(url, { seo: { label: 'changed' } })).body.data.seo.id).toBe(id);
    await api.put(url, { seo: null });
    expect((await api.put(url, { seo: { label: 'new' } })).body.data.seo.id).toBeGreaterThan(id);
  });

  it('derive ids for documents that have none, until a write stores them', async () => {
    const one = await made('before');
    const pages = await api.collection('pages');
    const stored = await pages.findOne({ documentId: one.documentId });
    const without = JSON.parse(JSON.stringify(stored?.draft, (key, value) => (key === 'id' ? undefined : value)));
    for (const status of ['draft', 'published'])
      await pages.updateOne(
        { documentId: one.documentId },
        { $set: Object.fromEntries(Object.keys(page('')).map((name) => [`${status}.${name}`, without[name]])) },
      );
    const url = `/api/pages/${String(one.documentId)}?${everything}`;
    const derived = (await api.get(url)).body.data as Json;
    const ids = partsIn(derived).map(({ id }) => id);
    expect(new Set(ids).size).toBe(partsIn(one).length);
    expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
    expect(partsIn((await api.get(`${url}&status=draft`)).body.data)).toEqual(partsIn(derived));
    const written = await api.put(url, { perks: derived.perks });
    expect([written.status, partsIn(written.body.data)]).toEqual([200, partsIn(derived)]);
    const after = await pages.findOne({ documentId: one.documentId });
    expect(after?.published.sections[0].cards[0].id).toBe(
      (derived.sections as { readonly cards: readonly Json[] }[])[0]?.cards[0]?.id,
    );
  });

  it('have them in the format of Strapi 4', async () => {
    const { documentId, seo } = await made('fields');
    const nested = await api.get(`/api/pages/${String(documentId)}?populate=seo`, {
      headers: { 'Strapi-Response-Format': 'v4' },
    });
    expect(nested.body.data.attributes.seo).toMatchObject(seo as Json);
  });

  it('of a related document, of sync, of a preview and of events have the same ids', async () => {
    const target = await made('target');
    const ids = partsIn(target);
    const tag = await api.post('/api/tags', { name: 't', perks: [{ label: 'x' }] });
    const read = await api.get(`/api/tags/${String(tag.body.data.documentId)}?populate=perks`);
    const { documentId } = await made('source');
    const source = await api.put(`/api/pages/${String(documentId)}?populate[tag][populate]=perks`, {
      tag: tag.body.data.documentId,
    });
    expect(source.body.data.tag.perks).toEqual(read.body.data.perks);
    const url = `/api/pages/${String(target.documentId)}`;
    const link = await api.request('POST', `${url}/actions/preview-link`);
    const preview = await api.get(`${url}?${everything}&preview=${String(link.body.data.token)}`, { as: null });
    const draft = await api.get(`${url}?${everything}&status=draft`);
    expect(preview.body.data).toEqual(draft.body.data);
    const sync = await api.get('/api/sync?types=pages&pagination[limit]=1000');
    const change = sync.body.data.find((one: Json) => one.documentId === target.documentId);
    expect(partsIn(change.entry).filter(({ id }) => ids.some((part) => part.id === id))).toHaveLength(ids.length);
    const service = api.service();
    const locales = await service.locales.known();
    const event = await readDocument(
      service,
      readEventPayloadQuery(
        typeOf(site, 'api::page.page'),
        { status: 'published', locale: 'en' },
        { ...service, locales },
      ),
      String(target.documentId),
      new Timings(),
    );
    expect(event.data).toMatchObject({ perks: target.perks, sections: target.sections, blocks: target.blocks });
  });
});

describe('filters', () => {
  it('find the document of each component by its path and id', async () => {
    const wanted = await made('wanted');
    await made('unwanted');
    const zones = partsIn(wanted).filter(({ path }) => path.startsWith('blocks'));
    for (const { path, id } of partsIn(wanted).filter((part) => !part.path.startsWith('blocks')))
      expect([path, titles(await api.get(`/api/pages?filters${filterOf(path)}[id]=${id}`))]).toEqual([
        path,
        ['wanted'],
      ]);
    const [perk, section, card, inner] = zones;
    for (const filter of [
      `[shared.perk][id]=${perk?.id}`,
      `[shared.section][id]=${section?.id}`,
      `[shared.section][cards][id]=${card?.id}`,
      `[shared.section][cards][perks][id]=${inner?.id}`,
    ])
      expect(titles(await api.get(`/api/pages?filters[blocks][$any]${filter}`))).toEqual(['wanted']);
  });

  it('find both versions by the same id', async () => {
    const [one] = (await made('paths')).perks as readonly { readonly id: number }[];
    for (const status of ['published', 'draft'])
      expect(titles(await api.get(`/api/pages?status=${status}&filters[perks][id]=${one?.id}`))).toEqual(['paths']);
  });

  it('take every operator, and combine with other conditions', async () => {
    const a = await made('op1');
    const b = await made('op2');
    const plain = await api.post('/api/pages', { title: 'op3' });
    expect(plain.status).toBe(201);
    const idOf = ({ perks }: Json, index: number) => (perks as readonly { readonly id: number }[])[index]?.id;
    const [a0, a1, b0, b1] = [idOf(a, 0), idOf(a, 1), idOf(b, 0), idOf(b, 1)];
    const both = ['op1', 'op2'];
    for (const [filter, expected] of [
      [`filters[$and][0][perks][id]=${a1}&filters[$and][1][perks][label]=op1 a`, ['op1']],
      [`filters[$or][0][perks][id]=${a1}&filters[$or][1][title]=op3`, ['op1', 'op3']],
      [`filters[perks][$or][0][id]=${a1}&filters[perks][$or][1][label]=op2 a`, both],
      [`filters[perks][id][$gte]=${a1}`, both],
      [`filters[perks][id][$lt]=${b0}`, ['op1']],
      [`filters[perks][id][$between][0]=${a1}&filters[perks][id][$between][1]=${b0}`, both],
      [`filters[perks][id][$notIn][0]=${a0}&filters[perks][id][$notIn][1]=${a1}`, ['op2']],
      [`filters[$not][perks][id]=${a0}`, both],
      [`filters[perks][id][$notNull]=true`, both],
      [`filters[perks][label]=op1 a&locale=*`, ['op1']],
      [`filters[perks][id]=${b1}&locale=*`, ['op2']],
      [`filters[perks][id]=${b1}&filters[$or][0][tag][name]=x&filters[$or][1][title]=op2&locale=*`, ['op2']],
      [`filters[perks][id]=${b1}&filters[title][$ne]=op2&locale=*`, []],
      [`filters[perks][id]=${b1}&locale=fr&fallbackLocale=en`, ['op2']],
    ] as const) {
      const reply = await api.get(`/api/pages?filters[title][$startsWith]=op&${filter}`);
      expect([filter, titles(reply)]).toEqual([filter, expected]);
      expect(reply.body.meta.pagination.total).toBe(expected.length);
    }
    const document = `/api/pages/${String(a.documentId)}`;
    expect((await api.get(`${document}?filters[perks][id]=${a0}`)).status).toBe(200);
    expect((await api.get(`${document}?filters[perks][id]=${b0}`)).status).toBe(404);
    for (const invalid of ['abc', '1.5', '']) {
      const { status, body } = await api.get(`/api/pages?filters[perks][id]=${invalid}`);
      expect([invalid, status, body.error.details.path]).toEqual([invalid, 400, 'perks.id']);
    }
  });

  it('find documents through relations, and components in populate', async () => {
    const tag = await api.post('/api/tags?populate=perks', { perks: [{ label: 'r0' }, { label: 'r1' }] });
    const [r0, r1] = tag.body.data.perks as readonly { readonly id: number }[];
    const { documentId } = await made('through');
    await api.put(`/api/pages/${String(documentId)}`, {
      tag: tag.body.data.documentId,
      perks: [{ label: 'a', tag: tag.body.data.documentId }, { label: 'b' }],
    });
    expect(titles(await api.get(`/api/pages?filters[tag][perks][id]=${r1?.id}`))).toEqual(['through']);
    expect(titles(await api.get(`/api/pages?filters[perks][tag][perks][id]=${r1?.id}`))).toEqual(['through']);
    const one = `/api/pages/${String(documentId)}`;
    const { body } = await api.get(`${one}?populate=perks`);
    const [a, b] = body.data.perks as readonly { readonly id: number }[];
    const chosen = await api.get(`${one}?populate[perks][filters][id]=${b?.id}`);
    expect(chosen.body.data.perks).toEqual([b]);
    const sorted = await api.get(`${one}?populate[perks][sort]=id:desc`);
    expect(sorted.body.data.perks).toEqual([b, a]);
    const related = await api.get(`${one}?populate[tag][populate][perks][filters][id][$ne]=${r1?.id}`);
    expect(related.body.data.tag.perks).toEqual([r0]);
    const nested = await api.get(
      `${one}?populate[sections][filters][cards][id][$gt]=0&populate[sections][populate]=cards`,
    );
    expect(nested.body.data.sections.map(({ title }: Json) => title)).toEqual(['s0', 's2']);
  });

  it('work at the greatest depth, also where a component contains itself', async () => {
    const deep = '[twigs]'.repeat(9);
    expect((await api.get(`/api/pages?filters[tree]${deep}[id]=1&sort=tree.twigs.twigs.id`)).status).toBe(200);
    expect((await api.get(`/api/notes?filters[a]${'[a]'.repeat(9)}[id]=1`)).status).toBe(200);
  });
});

describe('sorts', () => {
  it('by the id of a component, least or greatest, nulls first', async () => {
    const list = '/api/pages?filters[title][$startsWith]=sort&fields=title';
    await made('sort1');
    await api.post('/api/pages', { title: 'sort2' });
    await made('sort3');
    for (const path of ['perks.id', 'seo.id', 'tree.perk.id']) {
      expect([path, titles(await api.get(`${list}&sort=${path}`))]).toEqual([path, ['sort2', 'sort1', 'sort3']]);
      expect([path, titles(await api.get(`${list}&sort=${path}:desc`))]).toEqual([path, ['sort3', 'sort1', 'sort2']]);
    }
    const pages = await pagesOf(api, `${list}&sort=seo.id:desc`, 1);
    expect(pages.flat().map(({ title }) => title)).toEqual(['sort3', 'sort1', 'sort2']);
    const refused = await api.get('/api/pages?sort=perks.id&pagination[cursor]=');
    expect(refused.status).toBe(400);
  });

  it('through a relation', async () => {
    const pages = [];
    for (const name of ['st1', 'st2', 'st3']) {
      const tag =
        name === 'st2' ? undefined : await api.create('/api/tags', { seo: { label: 'x' }, perks: [{ label: 'x' }] });
      pages.push(await api.post('/api/pages', { title: name, ...(tag === undefined ? {} : { tag }) }));
    }
    expect(pages.map(({ status }) => status)).toEqual([201, 201, 201]);
    const list = '/api/pages?filters[title][$startsWith]=st&fields=title';
    for (const path of ['tag.perks.id', 'tag.seo.id']) {
      expect([path, titles(await api.get(`${list}&sort=${path}`))]).toEqual([path, ['st2', 'st1', 'st3']]);
      expect([path, titles(await api.get(`${list}&sort=${path}:desc`))]).toEqual([path, ['st3', 'st1', 'st2']]);
    }
  });
});

/** What a body can contain of a document in an answer. */
const bodyOf = ({ title, seo, perks, sections, tree, blocks }: Json): Json => ({
  ...{ title, seo, perks, sections, tree, blocks },
});

const unrelated = (path: string) => ({
  status: 400,
  body: {
    error: {
      name: 'ApplicationError',
      message: `Some of the provided components in ${path} are not related to the entity.`,
    },
  },
});

describe('bodies', () => {
  it('that repeat an id are 400', async () => {
    const { documentId, perks, sections } = await made('twice');
    const [one] = perks as readonly Json[];
    const [section] = sections as readonly Json[];
    const url = `/api/pages/${String(documentId)}`;
    for (const [data, path] of [
      [{ perks: [one, { ...one, label: 'copy' }] }, 'perks.1.id'],
      [{ sections: [section, { id: section?.id }] }, 'sections.1.id'],
    ] as const) {
      const { status, body } = await api.put(url, data);
      expect([status, body.error.details.errors]).toEqual([
        400,
        [expect.objectContaining({ path: path.split('.'), message: expect.stringContaining('has this id') })],
      ]);
    }
  });

  it('of a new document have ids without an effect', async () => {
    const one = await made('source');
    const { status, body } = await api.post(`/api/pages?${everything}`, bodyOf(one));
    expect(status).toBe(201);
    const ids = new Set(partsIn(one).map(({ id }) => id));
    expect(partsIn(body.data).filter(({ id }) => ids.has(id))).toEqual([]);
  });

  it('with an id that no component of the document has are 400', async () => {
    const one = await made('own');
    const other = await made('foreign');
    const url = `/api/pages/${String(one.documentId)}`;
    const perksOf = ({ perks }: Json) => perks as readonly { readonly id: number }[];
    const own = perksOf(one)[0]?.id;
    for (const id of [perksOf(other)[0]?.id, 1, 0, -1, 'x', '', true, {}, { toString: 1 }, [own], 1.5])
      expect(await api.put(url, { perks: [{ id, label: 'a' }] })).toMatchObject(unrelated('perks'));
    const [section] = one.sections as readonly Json[];
    const { id, cards } = section as { readonly id: number; readonly cards: readonly Json[] };
    const perks = [{ id: 5, label: 'a' }];
    const nested = { sections: [{ id, cards: [{ id: cards[0]?.id, perks }] }] };
    expect(await api.put(url, nested)).toMatchObject(unrelated('sections.cards.perks'));
    expect((await api.put(url, { sections: [{ id, cards: [{ perks }] }] })).status).toBe(200);
    // Of another attribute.
    expect(await api.put(url, { seo: { id: perksOf(one)[0]?.id, label: 'a' } })).toMatchObject(unrelated('seo'));
    const faulty = await api.put(url, { title: 5, seo: { id: 1, label: 'a' } });
    expect(faulty.body.error.name).toBe('ValidationError');
    expect(titles(await api.get('/api/pages?filters[title]=own&filters[perks][label]=own a'))).toEqual(['own']);
  });
});

const invalid = (key: string) => ({
  status: 400,
  body: { error: { message: `Invalid key ${key}`, details: { key, path: key, source: 'body' } } },
});

it('attributes with writable: false are unknown keys in bodies, not in queries', async () => {
  const { documentId } = await made('locked');
  const url = `/api/pages/${String(documentId)}`;
  for (const body of [{ code: 'x' }, { code: null }, { title: 5, nope: 1, code: 'x' }])
    expect(await api.put(url, body)).toMatchObject(invalid('code'));
  expect(await api.put(url, { lock: { label: 'a' } })).toMatchObject(invalid('lock'));
  expect(await api.post('/api/pages', { code: 'x' })).toMatchObject(invalid('code'));
  const bulk = await api.request('POST', '/api/pages/actions/bulk', {
    body: { data: [{ create: { data: { code: 'x' } } }] },
  });
  expect(JSON.stringify(bulk.body)).toContain('Invalid key code');
  expect(titles(await api.get('/api/pages?filters[title]=locked&filters[code][$null]=true&sort=code'))).toEqual([
    'locked',
  ]);
});

describe('without the setting', () => {
  const plain = createApi(site);

  it('components have no id, and bodies and queries cannot name one', async () => {
    const { body } = await plain.post(`/api/pages?${everything}`, page('plain'));
    expect(partsIn(body.data).filter(({ id }) => !Number.isNaN(id))).toEqual([]);
    const url = `/api/pages/${String(body.data.documentId)}`;
    expect(await plain.put(url, { seo: { id: 1, label: 'a' } })).toMatchObject(unrelated('seo'));
    expect((await plain.get('/api/pages?filters[perks][id]=1')).status).toBe(400);
    expect((await plain.get('/api/pages?sort=seo.id')).status).toBe(400);
  });

  it('components have their id with `view=edit`, also private ones, but not those of related documents', async () => {
    const tag = await plain.create('/api/tags', { perks: [{ label: 'a' }] });
    const { body } = await plain.post('/api/pages', { ...page('edited'), tag });
    const url = `/api/pages/${String(body.data.documentId)}`;
    const read = `${url}?view=edit&populate[perks]=true&populate[sections][populate]=notes&populate[tag][populate]=perks`;
    const { perks, sections, tag: related } = (await plain.get(read)).body.data;
    expect(partsIn({ perks, sections }).every(({ id }) => id > 0)).toBe(true);
    expect(sections[0].notes[0].id).toBeGreaterThan(0);
    expect(related.perks).toEqual([{ label: 'a', count: 5 }]);
    const { status } = await plain.put(url, { perks: [{ label: 'new' }, perks[0]] });
    expect([status, (await plain.get(read)).body.data.perks[1]]).toEqual([200, perks[0]]);
  });
});
