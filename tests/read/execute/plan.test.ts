// Plans are compiled once per query, separately for a list and for a document.
import { expect, test } from 'vitest';
import { planOf } from '../../../lib/read/execute/plan.ts';
import { read, schema } from '../query/read.ts';

const noSteps = new Set<number>();

test('a query is compiled once', () => {
  const query = read('populate=room&sort=title');
  expect(planOf(query, schema)(noSteps)).toBe(planOf(query, schema)(noSteps));
  expect(planOf(read('sort=title'), schema)(noSteps)).not.toBe(planOf(query, schema)(noSteps));
});

test('a query has separate plans for a list and for a document', () => {
  const query = read('');
  const list = planOf(query, schema)(noSteps);
  const one = planOf(query, schema, 'someone')(noSteps);
  expect(list.match).toEqual({ 'published.id': { $gte: 0 } });
  expect(one.match).toEqual({ documentId: 'someone', 'published.id': { $gte: 0 } });
  expect(planOf(query, schema, 'another')(noSteps).match).toMatchObject({ documentId: 'another' });
});

test('a plan that avoids a step is not cached', () => {
  const query = read('filters[room][name]=attic');
  expect(planOf(query, schema)(new Set([0])).resolve).toEqual([]);
  expect(planOf(query, schema)(noSteps).resolve).toHaveLength(1);
});
