// A caller who replaces a component keeps its links to documents that the caller may not see.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, permit, type Member } from '../setup/accounts.ts';
import { createApi, schemaOf, componentFile, relationTo, typeFile, withDrafts } from '../setup/api.ts';

const type = (name: string, attributes: object) => typeFile(name, attributes, withDrafts);
const schema = schemaOf({
  'components/part/inner.json': componentFile({ tags: relationTo('oneToMany', 'tag') }),
  'components/part/section.json': componentFile({
    title: { type: 'string' },
    text: { type: 'text' },
    style: { type: 'string', default: 'plain' },
    tags: relationTo('oneToMany', 'tag'),
    main: relationTo('oneToOne', 'tag'),
    any: { type: 'relation', relation: 'morphToMany' },
    secrets: relationTo('oneToMany', 'secret'),
    inner: { type: 'component', component: 'part.inner' },
  }),
  'components/part/quote.json': componentFile({ title: { type: 'string' } }),
  'tag.json': type('tag', { name: { type: 'string' } }),
  'secret.json': type('secret', { name: { type: 'string' } }),
  'page.json': type('page', {
    title: { type: 'string' },
    lead: { type: 'component', component: 'part.section' },
    sections: { type: 'component', component: 'part.section', repeatable: true },
    zone: { type: 'dynamiczone', components: ['part.section', 'part.quote'] },
  }),
});
const api = createApi(schema);

let author: Member;
let ids: Readonly<Record<'mine' | 'open' | 'draft' | 'other' | 'secret', string>>;

beforeAll(async () => {
  author = await addMember(api.service(), [
    ...permit('api::page.page', ['find', 'findOne', 'create', 'update', 'publish']),
    ...permit('api::tag.tag', ['find', 'findOne', 'create']),
    ...permit('api::tag.tag', ['update'], { own: true }),
  ]);
  ids = {
    mine: await api.create('/api/tags?status=draft', { name: 'mine' }, author),
    open: await api.create('/api/tags', { name: 'open' }),
    draft: await api.create('/api/tags?status=draft', { name: 'draft' }),
    other: await api.create('/api/tags?status=draft', { name: 'other' }),
    secret: await api.create('/api/secrets', { name: 'secret' }),
  };
});

/** A component in an answer. */
interface Answered {
  readonly title: string;
  readonly tags: unknown;
  readonly main: unknown;
  readonly any: unknown;
  readonly secrets: unknown;
  readonly inner: { readonly tags: unknown };
}

interface Section {
  readonly title?: string;
  readonly tags?: readonly string[];
}

const linked = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(linked) : (value as { documentId?: string } | null)?.documentId;
const names = (value: unknown): unknown =>
  (linked(value) as readonly string[]).map((id) => Object.entries(ids).find(([, one]) => one === id)?.[0]);

/** Stores the value, replaces it as the author, and returns what is stored then. */
const replace = async <T = Answered>(attribute: string, before: unknown, after: unknown): Promise<T> => {
  const url = `/api/pages/${await api.create('/api/pages?status=draft', { [attribute]: before })}`;
  const { status, body } = await api.put(`${url}?status=draft`, { [attribute]: after }, author);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const populate = ['tags', 'main', 'any', 'secrets', 'inner'];
  const keys =
    attribute === 'zone'
      ? populate.map((name) => `populate[zone][on][part.section][populate][${name}][populate]=*`)
      : populate.map((name) => `populate[${attribute}][populate][${name}][populate]=*`);
  const quote = attribute === 'zone' ? '&populate[zone][on][part.quote]=true' : '';
  return (await api.get(`${url}?status=draft&${keys.join('&')}${quote}`)).body.data[attribute] as T;
};

/** Replaces sections, and returns `title: tags` of each. */
const sections = async (before: readonly Section[], after: readonly Section[]): Promise<unknown> =>
  (await replace<readonly Answered[]>('sections', before, after)).map(
    ({ title, tags }) => `${title}: ${(names(tags) as string[]).join(' ')}`,
  );

describe('a single component', () => {
  it('keeps hidden links in their order, and loses the visible ones that the body leaves out', async () => {
    const { mine, open, draft, other } = ids;
    const lead = await replace('lead', { title: 'a', tags: [draft, mine, other, open] }, { title: 'b', tags: [open] });
    expect([lead.title, names(lead.tags)]).toEqual(['b', ['draft', 'other', 'open']]);
  });

  it('keeps hidden links if the body has none, at any depth', async () => {
    const { draft, secret } = ids;
    const any = [{ __type: 'api::tag.tag', documentId: draft }];
    const before = { title: 'a', tags: [draft], main: draft, any, secrets: [secret], inner: { tags: [draft] } };
    const lead = await replace('lead', before, { title: 'b', main: null, inner: {} });
    expect([lead.tags, lead.any, lead.secrets, lead.inner.tags].map(names)).toEqual([
      ['draft'],
      ['draft'],
      ['secret'],
      ['draft'],
    ]);
    expect(linked(lead.main)).toBe(draft);
  });

  it('takes the document that the caller sets, and loses all links when it is removed', async () => {
    const { draft, mine } = ids;
    expect(linked((await replace('lead', { main: draft }, { main: mine })).main)).toBe(mine);
    expect(await replace('lead', { main: draft }, null)).toBeNull();
  });
});

describe('a list of components', () => {
  const tagged = (title: string, ...tags: readonly string[]) => ({ title, text: `text of ${title}`, tags });

  it('keeps the links of an entry that changes, moves, or both', async () => {
    const { draft, other, mine } = ids;
    const before = [tagged('a', draft), tagged('b', mine), tagged('c', other)];
    const [a, b, c] = [tagged('a'), tagged('b', mine), tagged('c')];
    expect(await sections(before, [{ ...a, title: 'A' }, b, c])).toEqual(['A: draft', 'b: mine', 'c: other']);
    expect(await sections(before, [c, a, b])).toEqual(['c: other', 'a: draft', 'b: mine']);
    expect(await sections(before, [{ ...c, title: 'C' }, b, { ...a, title: 'A' }])).toEqual([
      'C: other',
      'b: mine',
      'A: draft',
    ]);
    expect(await sections(before, [{ title: 'x' }, b, { title: 'y' }])).toEqual(['x: draft', 'b: mine', 'y: other']);
  });

  it('gives the links of a removed entry to no other, and new entries none', async () => {
    const { draft, other } = ids;
    const before = [tagged('a', draft), tagged('b', other)];
    expect(await sections(before, [tagged('b')])).toEqual(['b: other']);
    expect(await sections(before, [{ ...tagged('b'), title: 'B' }])).toEqual(['B: other']);
    expect(await sections(before, [{ title: 'new' }, tagged('a'), tagged('b')])).toEqual([
      'new: ',
      'a: draft',
      'b: other',
    ]);
    expect(await sections(before, [tagged('b'), { title: 'new' }])).toEqual(['b: other', 'new: ']);
    expect(await sections(before, [tagged('a'), tagged('b'), tagged('a')])).toEqual(['a: draft', 'b: other', 'a: ']);
    expect(await sections(before, [])).toEqual([]);
  });

  it('keeps them in a zone at an entry of the same component', async () => {
    const section = (title: string, tags: readonly string[] = []) => ({ __component: 'part.section', title, tags });
    const zone = await replace<readonly [Answered, Answered]>(
      'zone',
      [section('a', [ids.draft]), { __component: 'part.quote', title: 'q' }],
      [
        { __component: 'part.quote', title: 'a' },
        { ...section('a'), text: 'new' },
      ],
    );
    expect(zone[0]).not.toHaveProperty('tags');
    expect(names(zone[1].tags)).toEqual(['draft']);
  });

  it('replaces a zone with an entry of a component that left the schema', async () => {
    const section = { __component: 'part.section', title: 'a' };
    const id = await api.create('/api/pages?status=draft', { zone: [{ ...section, tags: [ids.draft] }] });
    const pages = await api.collection('pages');
    await pages.updateOne({ documentId: id }, { $push: { 'draft.zone': { __component: 'part.former' } } } as object);
    const { status } = await api.put(`/api/pages/${id}?status=draft`, { zone: [section] }, author);
    const page = await pages.findOne({ documentId: id });
    expect([status, page?.draft.zone]).toMatchObject([200, [{ title: 'a', tags: [{ to: ids.draft }] }]]);
  });
});

it('a caller who sees every document replaces all links', async () => {
  const lead = { title: 'a', tags: [ids.draft] };
  const url = `/api/pages/${await api.create('/api/pages?status=draft', { lead })}`;
  await api.put(`${url}?status=draft`, { lead: { title: 'b' } });
  expect((await api.get(`${url}?status=draft&populate[lead][populate]=tags`)).body.data.lead.tags).toEqual([]);
});
