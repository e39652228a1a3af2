// Each operator with each type of attribute and odd operands: MongoDB refuses no condition, values in memory get the same answers,
// and the operators that say that they read every value are those that do.
import { beforeAll, describe, expect, it } from 'vitest';
import { administrator } from '../../../lib/platform/access/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { ApiError } from '../../../lib/errors.ts';
import { subsetOf } from '../../../lib/read/execute/subset.ts';
import { operators, operatorSpecs } from '../../../lib/read/operators/index.ts';
import { documentCondition } from '../../../lib/read/plan/index.ts';
import { readQuery, type Query } from '../../../lib/read/query/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { createApi, schemaOf, typeFile } from '../../setup/api.ts';

/** Values by the type of their attribute, which has its name. */
const values = {
  string: ['a', 'A', 'abc', '', '0', '3', null],
  integer: [0, 3, -6, 7, null],
  biginteger: ['0', '3', '-6', '9007199254740993', null],
  float: [0, 3, 0.5, -6.25, null],
  decimal: [0, 3, 0.5, null],
  boolean: [true, false, null],
  date: ['2026-01-31', null],
  time: ['10:00:00.000', null],
  datetime: ['2026-01-31T09:30:00.000Z', null],
  json: [{ a: 3 }, [3], 3, 0, 'a', null],
};

const operands = ['0', '3', '-2', '0.5', 'a', '', 'true', '2026-01-31', '10:00', '2026-01-31T09:30:00Z', '[3]'];

const schema = schemaOf({
  'thing.json': typeFile('thing', Object.fromEntries(Object.keys(values).map((type) => [type, { type }]))),
});
const api = createApi(schema);
const type = typeOf(schema, 'api::thing.thing');

/** What MongoDB explains of a query. */
interface Explained {
  readonly executionStats: { readonly totalKeysExamined: number; readonly nReturned: number };
}

beforeAll(async () => {
  const numbers = (await api.service().database.get()).collection('numbers');
  await numbers.createIndexes([{ key: { number: 1 } }, { key: { text: 1 } }]);
  await numbers.insertMany(Array.from({ length: 200 }, (_, number) => ({ number, text: `n${number}` })));
  for (const [name, list] of Object.entries(values))
    for (const value of list) expect((await api.post('/api/things', { [name]: value })).status).toBe(201);
});

/** @returns undefined if the query is 400 */
const readOrRefuse = (query: string): Query | undefined => {
  const locales = { defaultLocale: 'en', codes: new Set(['en']) };
  try {
    return readQuery(query, type, administrator, { schema, config: defaultConfig, locales });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return undefined;
    throw error;
  }
};

/** What is not 400 of an operator, with each type of attribute. */
const queriesOf = (operator: string): ReadonlyMap<string, Query> =>
  new Map(
    Object.keys(values).flatMap((attribute) => {
      const at = `filters[${attribute}][${operator}]`;
      const texts = [at, `${at}[0]=0&${at}[1]=3`, ...operands.map((operand) => `${at}=${encodeURIComponent(operand)}`)];
      return texts.flatMap((text) => {
        const query = readOrRefuse(text);
        return query === undefined ? [] : [[text, query] as const];
      });
    }),
  );

interface Row {
  readonly published: Readonly<Record<string, unknown>>;
}

const idsOf = (rows: readonly Row[]): readonly unknown[] => rows.map(({ published }) => published.id);

describe.each([...operators])('%s', (name, { operator, negated }) => {
  const queries = [...queriesOf(name)];

  it('finds the same in MongoDB and in memory, whatever its operand is', async () => {
    const things = (await api.service().database.get()).collection<Row>('things');
    const conditions = queries.map(([, query], index) => [
      `of${index}`,
      [{ $match: documentCondition(query, schema, 'filters') }],
    ]);
    const rows = await things.find().toArray();
    const [found] = await things
      .aggregate<Readonly<Record<string, Row[]>>>([{ $facet: Object.fromEntries(conditions) }])
      .toArray();
    const ofMongoDb = queries.map(([text], index) => [text, idsOf(found?.[`of${index}`] ?? [])]);
    const inMemory = queries.map(([text, { filter }]) => [
      text,
      idsOf(rows.filter(({ published }) => subsetOf([published], { filter, sort: [] }, new Map()).length > 0)),
    ]);
    expect(ofMongoDb).toEqual(inMemory);
    expect(inMemory.flatMap(([, ids]) => ids)).not.toEqual([]);
  });

  it.skipIf(negated)('says whether MongoDB reads every value', async () => {
    const { condition, comparesText, scans } = operatorSpecs[operator];
    const numbers = (await api.service().database.get()).collection('numbers');
    const value = comparesText ? condition(['n50']) : condition([50, 51]);
    const explained = await numbers.find({ [comparesText ? 'text' : 'number']: value }).explain('executionStats');
    const { totalKeysExamined, nReturned } = (explained as Explained).executionStats;
    expect(totalKeysExamined > nReturned + 2, `scans of ${operator} in lib/read/operators/operators.ts`).toBe(scans);
  });
});
