// Filters on JSON give the same results in documents and components, where MongoDB evaluates them, and in populated
// components, where Lectern does.
import { beforeAll, expect, it } from 'vitest';
import { createApi, schemaOf, componentFile, typeFile } from '../../setup/api.ts';

const json = { data: { type: 'json' }, name: { type: 'string' } };

const api = createApi(
  schemaOf({
    'thing.json': typeFile('thing', {
      ...json,
      parts: { type: 'component', component: 'shared.part', repeatable: true },
    }),
    'components/shared/part.json': componentFile(json),
  }),
);

const values: readonly unknown[] = [
  null,
  'red',
  'RED',
  '5',
  5,
  7,
  true,
  [],
  {},
  [5],
  ['red', 'blue'],
  [null],
  [[5]],
  [{ a: 5 }, { a: 7 }],
  [{ a: 'red' }],
  { a: 5 },
  { a: '5' },
  { a: true },
  { a: null },
  { a: 'red' },
  { a: [] },
  { a: [5, 7] },
  { a: ['red', 'blue'] },
  { a: [null] },
  { a: [5, null] },
  { a: [[5, 7]] },
  { a: { b: 'red' } },
  { a: { b: 5, c: 1 } },
  { a: { c: 1, b: 5 } },
  { a: { b: null } },
  { a: { b: ['red', 'blue'] } },
  { a: [{ b: 'red' }, { b: 'blue' }] },
  { a: [{ b: 5 }, { b: null }] },
  { a: [{ b: ['red'] }, {}] },
  { a: [[{ b: 'red' }]] },
  { a: { 0: 'red' } },
  { a: [{ 0: 'red' }] },
];

const names = values.map((value) => JSON.stringify(value));

beforeAll(async () => {
  const parts = values.map((data, index) => ({ name: names[index], data }));
  for (const part of parts) expect((await api.post('/api/things', { ...part, parts: [part] })).status).toBe(201);
  expect((await api.post('/api/things', { name: 'all', parts })).status).toBe(201);
});

interface Named {
  readonly name: string;
}
const namesOf = (found: readonly Named[]): readonly string[] => found.map(({ name }) => name);

const paths = ['', '[a]', '[a][b]'];
const operands = [
  '5',
  '"5"',
  'red',
  'true',
  'null',
  '[]',
  '{}',
  '[5]',
  '[5,7]',
  '["red","blue"]',
  '{"b":"red"}',
  '{"b":5,"c":1}',
];
const conditions = [
  ...operands.flatMap((operand) => ['$eq', '$ne', '$gt', '$lte'].map((word) => `[${word}]=${operand}`)),
  ...['$in', '$notIn'].map((word) => `[${word}][0]=5&@[${word}][1]=["red","blue"]`),
  '[$between][0]=5&@[$between][1]=6',
  '[$null]=true',
  '[$notNull]=true',
  '[$not][$eq]=5',
];
const texts = ['$eqi', '$nei', '$contains', '$notContains', '$containsi', '$startsWith', '$endsWithi'].map(
  (word) => `[${word}]=red`,
);
// On a whole value, a text that is not JSON is invalid.
const valueConditions = conditions.filter((condition) => !condition.endsWith('=red'));
const table = paths.flatMap((path) =>
  (path === '' ? valueConditions : [...conditions, ...texts]).map((condition) =>
    `@${condition}`.replaceAll('@', `@${path}`),
  ),
);

it.each(table)('%s', async (condition) => {
  const query = (parameter: string): string => encodeURI(condition.replaceAll('@', `${parameter}[data]`));
  const things = '/api/things?filters[name][$ne]=all&pagination[pageSize]=100';
  const [top, inParts, below] = await Promise.all([
    api.get(`${things}&${query('filters')}`),
    api.get(`${things}&${query('filters[parts]')}`),
    api.get(`/api/things?filters[name]=all&populate[parts][fields]=name&${query('populate[parts][filters]')}`),
  ]);
  expect([top.status, inParts.status, below.status]).toEqual([200, 200, 200]);
  expect(namesOf(inParts.body.data)).toEqual(namesOf(top.body.data));
  expect(namesOf(below.body.data[0].parts)).toEqual(namesOf(top.body.data));
});
