// Arbitrary queries: each gives a plan, or an error for the caller.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/errors.ts';
import { lengthOf } from '../../setup/lengthOf.ts';
import { read } from './read.ts';
import { foreignOperators, planOf } from './stages.ts';

const numRuns = lengthOf('LECTERN_FUZZ_RUNS', { short: 500, long: 20000 });

const parameters = ['filters', 'sort', 'fields', 'populate', 'pagination', 'status', 'locale'];
const attributes = [
  [
    'title',
    'year',
    'price',
    'inventory',
    'made',
    'opens',
    'acquired',
    'onShow',
    'data',
    'card',
    'secret',
    'passphrase',
  ],
  ['room', 'artists', 'whole', 'pieces', 'keeper', 'cover', 'label', 'notes', 'body', 'id', 'documentId'],
  ['name', 'word', 'heading', 'source', 'author', 'exhibits', 'text', 'publishedAt', 'locale', 'localizations'],
].flat();
const operators = [
  ['$eq', '$ne', '$in', '$notIn', '$contains', '$containsi', '$startsWith', '$between', '$null', '$notNull', '$gt'],
  ['$and', '$or', '$not', '$eqi', '$nei', '$endsWithi'],
].flat();
const keys = [
  'fields',
  'filters',
  'sort',
  'populate',
  'on',
  'count',
  'page',
  'pageSize',
  'start',
  'limit',
  'withCount',
];
const hostile = [
  '$where',
  '$expr',
  '$regex',
  '__proto__',
  'constructor',
  'toString',
  '',
  '0',
  '1',
  '*',
  'a.b',
  '$',
  '\0',
];

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...attributes) },
  { weight: 4, arbitrary: fc.constantFrom(...operators) },
  { weight: 2, arbitrary: fc.constantFrom(...keys) },
  { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);
const value = fc.oneof(
  fc.constantFrom('1', 'true', 'false', '*', 'title', 'room.name:desc', 'null', '{"$gt":""}', '[[]]', '2020-01-01', ''),
  fc.constantFrom(...attributes),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** Encodes a text without lone surrogates, which encodeURIComponent refuses. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** A parameter such as `filters[room][$not][name]=x`, with likely keys. */
const pair = fc
  .tuple(fc.constantFrom(...parameters), fc.array(key, { maxLength: 6 }), value)
  .map(([parameter, path, text]) => {
    const brackets = path.map((part) => `[${encoded(part)}]`).join('');
    return `${parameter}${brackets}=${encoded(text)}`;
  });

/** @returns whether the query gives a plan; fails on any error except 4xx */
const survives = (query: string): boolean => {
  try {
    expect(foreignOperators(planOf(read(query)))).toEqual([]);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.status).toBeLessThan(500);
    return false;
  }
};

test('likely and unlikely keys are safe', () => {
  let understood = 0;
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 4 }), (pairs) => {
      if (survives(pairs.join('&'))) understood += 1;
    }),
    { numRuns },
  );
  expect(understood).toBeGreaterThan(numRuns / 50); // Otherwise the test would see little but refusals.
});

test('arbitrary text is safe', () => {
  const text = fc.string({ unit: fc.constantFrom(...'[]=&%$.,;+#abf0\\/"{}\0é'.split('')), maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 })), (query) => {
      survives(query);
      survives(`filters${query}`);
      survives(`populate=${query}`);
    }),
    { numRuns },
  );
});
