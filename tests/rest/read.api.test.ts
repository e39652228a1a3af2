// Checks reads of the museum through the API: URL in, JSON out.
import { beforeAll, describe, expect, test } from 'vitest';
import { createApi, type Reply } from '../setup/api.ts';
import { museum, seedMuseum, type Seeded } from '../setup/museum/seed.ts';

const api = createApi(await museum());
let ids: Seeded = new Map();
beforeAll(async () => {
  ids = await seedMuseum(api);
});

const get = (url: string): Promise<Reply> =>
  api.get(`/api/${url.replace(/@(\w+)/g, (whole, name: string) => ids.get(name) ?? whole)}`);

/** An answer without ids and times, which differ between runs. */
const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !/^(id|documentId|createdAt|updatedAt|publishedAt)$/.test(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutIds(inner)]));
};

const vase = 'exhibits?filters[slug]=blue-vase&fields=title&';
/** The attributes of the only row of a list, without its title. */
const readOnlyRow = async (url: string): Promise<unknown> => {
  const { status, body } = await get(url);
  expect(status).toBe(200);
  const [row, ...others] = withoutIds((body as { data: unknown }).data) as readonly Record<string, unknown>[];
  expect(others).toEqual([]);
  return Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => key !== 'title'));
};

describe('populate', () => {
  const first = {
    text: 'first',
    mark: 4.5,
    count: '12345678901234567',
    at: '2020-05-05T05:05:05.000Z',
    done: true,
    kind: 'good',
  };
  const second = { text: 'Second', mark: 10, count: null, at: null, done: false, kind: null };
  const third = { text: null, mark: null, count: null, at: null, done: null, kind: 'bad' };

  test.each<[query: string, answer: object]>([
    ['populate[pieces][fields]=title', { pieces: [{ title: 'chair, wooden' }] }],
    ['populate[relatedTo][fields]=title', { relatedTo: [{ title: 'Coin' }, { title: 'coin' }, { title: 'Frame' }] }],
    ['populate[card_of][fields]=code', { card_of: { code: 'A-1' } }],
    ['populate[label][count]=true', { label: { count: 1 } }],
    ['populate[label][filters][heading]=x', { label: null }],
    ['populate[notes]=true', { notes: [first, second, third] }],
    ['populate[notes][sort]=mark:desc', { notes: [second, first, third] }],
    ['populate[notes][filters][text][$containsi]=SECOND', { notes: [second] }],
    ['populate[notes][filters][count]=12345678901234567', { notes: [first] }],
    ['populate[notes][filters][author][name]=Ada Lund', { notes: [first] }],
    ['populate[notes][filters][author][$null]=true', { notes: [second] }],
    ['populate[notes][filters][author][$notNull]=true', { notes: [first, third] }],
    ['populate[notes][filters][rooms][name]=Hall', { notes: [first] }],
    ['populate[notes][filters][source][$null]=true', { notes: [second, third] }],
    ['populate[notes][filters][sources][pages]=2', { notes: [first] }],
    [
      'populate[notes][fields]=text&populate[notes][populate][rooms][fields]=name&populate[notes][filters][mark][$lt]=5',
      { notes: [{ text: 'first', rooms: [{ name: 'attic' }, { name: 'Hall' }] }] },
    ],
    ['populate[body][on][block.spotlight][filters][heading]=x', { body: [] }],
    [
      'populate[body][on][block.spotlight][filters][artists][name]=Ada Lund&populate[body][on][block.text][filters][heading]=x',
      { body: [{ __component: 'block.spotlight', heading: 'See also' }] },
    ],
  ])('%s', async (query, answer) => {
    expect(await readOnlyRow(vase + query)).toEqual(answer);
  });

  test('components are selected by the relations of nested components', async () => {
    const notes = (slug: string): Promise<unknown> =>
      readOnlyRow(
        `exhibits?filters[slug]=chair&populate[notes][fields]=text&fields=title&populate[notes][filters][source][exhibit][slug]=${slug}`,
      );
    expect(await notes('blue-vase')).toEqual({ notes: [{ text: 'first' }] });
    expect(await notes('coin')).toEqual({ notes: [] });
  });

  test('a draft shows drafts and a published document published ones, in the order of the editor', async () => {
    const artists = 'filters[slug]=chair&fields=title&populate[artists][fields]=name';
    expect(await readOnlyRow(`exhibits?${artists}`)).toEqual({ artists: [{ name: 'Ada Lund' }] });
    expect(await readOnlyRow(`exhibits?${artists}&status=draft`)).toEqual({
      artists: [{ name: 'Ada Lund' }, { name: 'Cy Draft' }],
    });
    const related = 'filters[slug]=coin&fields=title&populate[related][fields]=title&populate[whole][fields]=title';
    expect(await readOnlyRow(`exhibits?${related}`)).toEqual({
      related: [{ title: 'chair, wooden' }, { title: 'Blue Vase' }],
      whole: null,
    });
    expect(await readOnlyRow(`exhibits?${related}&status=draft`)).toEqual({
      related: [{ title: 'chair, wooden' }, { title: 'Mask (unpublished)' }, { title: 'Blue Vase' }],
      whole: { title: 'Mask (unpublished)' },
    });
  });

  test('the status applies below types without drafts too', async () => {
    const room =
      'tickets?filters[code]=b-1&fields=code&populate[exhibit][fields]=title&populate[exhibit][populate][room][fields]=name';
    expect(await readOnlyRow(room)).toEqual({
      code: 'b-1',
      exhibit: { title: 'Coin', room: { name: 'Cellar (old)' } },
    });
    expect(await readOnlyRow(`${room}&status=draft`)).toEqual({
      code: 'b-1',
      exhibit: { title: 'Coin, revised', room: { name: 'attic' } },
    });
  });
});

describe('filters', () => {
  const titles = async (url: string, name = 'title'): Promise<readonly unknown[]> => {
    const { status, body } = await get(url);
    expect(status).toBe(200);
    return (body as { data: readonly Record<string, unknown>[] }).data.map((row) => row[name]);
  };

  test.each<[query: string, titles: readonly (string | null)[]]>([
    ['filters[whole][$null]=true', ['Blue Vase', 'Coin', null, 'coin', 'Frame']],
    ['filters[whole][$notNull]=true', ['chair, wooden', 'Lamp']],
    ['filters[artists][$null]=true', ['Coin', null, 'Frame']],
    ['filters[artists][name][$ne]=Ada Lund', ['Blue Vase', 'coin', 'Lamp']],
    ['filters[label][writer][$null]=true', ['chair, wooden', 'Coin', null, 'coin', 'Frame', 'Lamp']],
    ['filters[label][source][exhibit][$null]=true', ['Blue Vase', 'Coin', null, 'coin', 'Frame', 'Lamp']],
    ['filters[tags][word]=red&filters[tags][weight]=10', []],
    ['filters[$and][0][tags][word]=red&filters[$and][1][tags][weight]=10', ['Blue Vase', 'Coin']],
    ['filters[room][exhibits][slug]=blue-vase', ['Blue Vase', 'chair, wooden']],
    ['filters[cover][name]=f1.txt', ['Blue Vase']],
  ])('match published exhibits: %s', async (query, found) => {
    expect(await titles(`exhibits?fields=title&${query}`)).toEqual(found);
  });

  test('match no draft through a published type without drafts', async () => {
    expect(await titles('tickets?filters[exhibit][slug]=mask', 'code')).toEqual([]);
    expect(await titles('tickets?filters[exhibit][slug]=mask&status=draft', 'code')).toEqual(['A-2']);
    expect(await titles('tickets?filters[exhibit][$null]=true', 'code')).toEqual(['A-2', null]);
    expect(await titles('rooms?filters[exhibits][title]=Coin, revised', 'name')).toEqual([]);
  });
});

test.each<[url: string, status: number]>([
  ['exhibits/', 200],
  ['exhibits/@vase', 200],
  ['exhibits/@mask', 404],
  ['exhibits/@mask?status=draft', 200],
  ['exhibits/@lost', 404],
  ['exhibits/none', 404],
  ['museum', 200],
  ['museum/', 200],
  ['museums', 404],
  ['exhibit', 404],
  ['guides/@g1?locale=en', 200],
  ['guides/@g1?locale=fr', 404],
  ['guides/@g1?locale=*', 404],
  ['guides?locale=fr', 200],
  ['museum?filters[name]=x', 404],
])('the status of an answer %s: %i', async (url, status) => {
  expect((await get(url)).status).toBe(status);
});
