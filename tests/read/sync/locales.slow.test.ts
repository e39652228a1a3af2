// Sync with locales, single types, components and types without drafts: a copy that was synced step by step equals a
// new copy and the lists.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createAtlasApi } from '../../setup/atlas.ts';
import { lengthOf } from '../../setup/lengthOf.ts';
import { pageReader, adminPageReader, SyncedCopy, type Entry } from '../../setup/sync.ts';

const numRuns = lengthOf('LECTERN_SYNC_RUNS', { short: 3, long: 8 });

const api = await createAtlasApi();
const ask = adminPageReader(api.service);
const copy = new SyncedCopy(ask, 'pagination[limit]=2');

const plurals = ['places', 'regions', 'signs', 'surveyors', 'trips'] as const;
type Plural = (typeof plurals)[number];

interface Write {
  readonly type: Plural | 'legend';
  readonly op: 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discard-draft';
  /** The index of the document within its type; it wraps around. */
  readonly doc: number;
  readonly other: number;
  readonly locale: string;
  readonly status: string;
  readonly text: string;
  /** The index of the relation to write; it wraps around. */
  readonly relation: number;
}

const write: fc.Arbitrary<Write> = fc.record({
  type: fc.constantFrom<(Plural | 'legend')[]>(...plurals, 'places', 'places', 'regions', 'legend'),
  op: fc.constantFrom<Write['op'][]>(
    ...(['create', 'update', 'update', 'update', 'delete', 'publish', 'unpublish', 'discard-draft'] as const),
  ),
  doc: fc.nat({ max: 4 }),
  other: fc.nat({ max: 4 }),
  locale: fc.constantFrom('en', 'fr', 'de', '*'),
  status: fc.constantFrom('draft', 'published', 'published'),
  text: fc.constantFrom('one', 'two', 'three'),
  relation: fc.nat({ max: 10 }),
});

const made: Record<Plural, string[]> = { places: [], regions: [], signs: [], surveyors: [], trips: [] };
const nth = (type: Plural, index: number): string => made[type].at(-1 - (index % (made[type].length || 1))) ?? 'none';

/** The relations of each type, with their target and whether they are to-many. */
const relations: Readonly<Record<Plural | 'legend', readonly (readonly [string, Plural, boolean])[]>> = {
  places: [
    ['region', 'regions', false],
    ['surveyor', 'surveyors', false],
    ['near', 'places', true],
    ['nearby', 'places', true],
    ['signs', 'signs', true],
    ['capital_of', 'regions', false],
    ['trips', 'trips', true],
    ['keeper', 'surveyors', false],
  ],
  regions: [
    ['places', 'places', true],
    ['capital', 'places', false],
  ],
  signs: [],
  surveyors: [
    ['places', 'places', true],
    ['favourite', 'places', false],
    ['home', 'places', false],
  ],
  trips: [['places', 'places', true]],
  legend: [['places', 'places', true]],
};

const ownOf = ({ type, text, doc }: Write): object => {
  if (type === 'legend') return { title: text, scale: doc };
  if (type === 'signs') return { text, colour: text };
  if (type === 'regions') return { name: text, area: doc };
  return type === 'places' ? { name: text, height: doc } : { name: text };
};

const dataOf = (step: Write): object => {
  const all = relations[step.type];
  const [name, target, many] = all[step.relation % (all.length || 1)] ?? [];
  if (name === undefined || target === undefined) return ownOf(step);
  const to = nth(target, step.other);
  return { ...ownOf(step), ...(to === 'none' ? {} : { [name]: many === true ? [to] : to }) };
};

let [sent, accepted] = [0, 0];
/** How often each refusal came, by its message. */
const refused = new Map<string, number>();

const send = async (step: Write): Promise<void> => {
  const { type, op, doc, status } = step;
  // Delete and publish accept several locales, create and update only one.
  const locale = step.locale === '*' && (op === 'create' || op === 'update') ? 'en' : step.locale;
  const path = type === 'legend' ? '/api/legend' : `/api/${type}/${nth(type, doc)}`;
  const query = `?locale=${locale}&status=${status}`;
  const ask = () => {
    if (op === 'delete') return api.delete(`${path}?locale=${locale}`);
    if (op === 'create' && type !== 'legend') return api.post(`/api/${type}${query}`, dataOf(step));
    if (op === 'create' || op === 'update') return api.put(`${path}${query}`, dataOf(step));
    return api.request('POST', `${path}/actions/${op}?locale=${locale}`);
  };
  const { status: answered, body } = await ask();
  expect(answered, JSON.stringify(body)).toBeLessThan(500);
  sent += 1;
  if (answered < 400) accepted += 1;
  else refused.set(String(body.error.message), (refused.get(String(body.error.message)) ?? 0) + 1);
  if (op === 'create' && type !== 'legend' && answered === 201) made[type].push(body.data.documentId as string);
};

/**
 * Creates one document of each type in two languages, as targets of relations. Earlier documents are forgotten: if all
 * of a type were deleted, Lectern would refuse every later link to them.
 */
const begin = async (): Promise<void> => {
  for (const type of [...plurals].reverse()) {
    made[type] = [];
    const step = { type, op: 'create', doc: 0, other: 0, status: 'published', text: 'one', relation: 0 } as const;
    await send({ ...step, locale: 'en' });
    await send({ ...step, op: 'update', locale: 'fr' });
  }
};

/** The part of an entry that a list without populate answers. */
const plain = (entry: Entry): object =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => typeof value !== 'object' || value === null));

const byKey = (entries: readonly Entry[]) =>
  Object.fromEntries(entries.map((entry) => [`${entry.documentId} ${entry.locale ?? ''}`, entry]));

const listed = async (type: Plural): Promise<readonly Entry[]> => {
  const found: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await api.get(`/api/${type}?locale=*&pagination[cursor]=${cursor}&pagination[pageSize]=100`);
    found.push(...page.body.data);
    cursor = page.body.meta.pagination.nextCursor;
  }
  return found;
};

const check = async (): Promise<void> => {
  await copy.sync();
  const freshCopy = new SyncedCopy(ask, 'pagination[limit]=100');
  await freshCopy.sync();
  expect(Object.fromEntries(copy.entries)).toEqual(Object.fromEntries(freshCopy.entries));
  for (const type of plurals) {
    const copied = [...copy.entries].flatMap(([key, entry]) => (key.startsWith(`${type} `) ? [entry] : []));
    const found = byKey(await listed(type));
    const names = Object.keys(Object.values(found)[0] ?? {});
    const scalars = (entry: Entry) =>
      Object.fromEntries(Object.entries(plain(entry)).filter(([name]) => names.includes(name)));
    expect(byKey(copied.map(scalars))).toEqual(found);
  }
};

test(
  'a synced copy of all locales equals a new copy and the lists',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 4, maxLength: 16, size: 'max' }), async (writes) => {
        await begin();
        for (const one of writes) await send(one);
        await check();
      }),
      { numRuns },
    );
    expect(copy.entries.size).toBeGreaterThan(numRuns);
    expect(accepted / sent, JSON.stringify([...refused])).toBeGreaterThan(0.4);
  },
  60_000 + numRuns * 2_000,
);

describe('one locale', () => {
  it('includes documents without a locale, and reports deletions in this locale only', async () => {
    const place = await api.make('/api/places', { name: 'Bern' });
    const trip = await api.make('/api/trips', { name: 'Tour' });
    await api.change(`/api/places/${place}?locale=fr`, { name: 'Berne' });
    const french = new SyncedCopy(pageReader(api), 'types=places,trips&locale=fr');
    await french.sync();
    const nameOf = (key: string) => french.entries.get(key)?.name;
    expect([nameOf(`places ${place} fr`), nameOf(`trips ${trip} `)]).toEqual(['Berne', 'Tour']);
    expect([...french.entries.keys()].filter((key) => /^places .* (en|de)$/.test(key))).toEqual([]);
    await api.delete(`/api/places/${place}?locale=en`);
    await api.change(`/api/places/${place}?locale=fr`, { name: 'Berne, encore' });
    await french.sync();
    expect(nameOf(`places ${place} fr`)).toBe('Berne, encore');
    await api.delete(`/api/places/${place}?locale=fr`);
    expect(await french.sync()).toContainEqual({ type: 'places', documentId: place, locale: 'fr', change: 'deleted' });
    expect(nameOf(`places ${place} fr`)).toBeUndefined();
  });

  it('cannot be selected with a cursor for all locales', async () => {
    const { next } = (await pageReader(api)('locale=*&types=places')).meta;
    expect((await api.get(`/api/sync?since=${next}`)).status).toBe(200);
    expect((await api.get(`/api/sync?since=${next}&locale=*`)).status).toBe(200);
    expect((await api.get(`/api/sync?since=${next}&locale=fr`)).status).toBe(400);
  });
});
