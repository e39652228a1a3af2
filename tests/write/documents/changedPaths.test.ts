// Checks which attributes an update writes, and which values count as unchanged.
import { BSON } from 'mongodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPaths, isSameStored } from '../../../lib/write/documents/values/changedPaths.ts';

const at = new Date(1);
const version = (values: object) => ({ id: 1, createdAt: at, updatedAt: at, ...values });

describe('the paths of an update', () => {
  it('are those of changed, new and removed attributes, in each version', () => {
    const before = {
      draft: version({ title: 'a', body: 'b', old: 1, empty: null }),
      published: version({ title: 'old', body: 'b' }),
    };
    const written = { draft: version({ title: 'new', body: 'b', list: [1] }), published: version({ body: 'b' }) };
    expect(changedPaths(before, written)).toEqual({
      $set: { 'draft.title': 'new', 'draft.list': [1] },
      $unset: { 'draft.old': 1, 'draft.empty': 1, 'published.title': 1 },
    });
  });

  it('are a whole version that was not stored', () => {
    const published = version({ title: 'a' });
    expect(changedPaths({ draft: version({ title: 'a' }) }, { published })).toEqual({
      $set: { published },
      $unset: {},
    });
  });
});

describe('a value counts as unchanged', () => {
  it.each<[unknown, unknown]>([
    [{ a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }],
    [new Date(5), new Date(5)],
    [12345678901234567890n, 12345678901234567890n],
    [[], []],
  ])('when MongoDB stores the same: %s', (a, b) => {
    expect(isSameStored(a, b)).toBe(true);
  });

  it.each<[string, unknown, unknown]>([
    ['the sign of zero', 0, -0],
    ['the type of a number', 1, 1n],
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a missing key', { a: undefined }, { b: 1 }],
    ['more items', [1], [1, 2]],
    ['fewer keys', { a: 1, b: 1 }, { a: 1 }],
    ['a list and an object', [], {}],
    ['an object and a list', {}, []],
    ['null', null, {}],
    ['dates', new Date(1), new Date(2)],
    ['a date and an object', new Date(1), {}],
    ['unknown classes', new BSON.ObjectId('0123456789abcdef01234567'), new BSON.ObjectId('0123456789abcdef01234568')],
  ])('not if these differ: %s', (_name, a, b) => {
    expect(isSameStored(a, b)).toBe(false);
  });

  it('only if its BSON is the same', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const isSame = Buffer.compare(BSON.serialize({ a }), BSON.serialize({ a: b })) === 0;
        expect(isSameStored(a, b)).toBe(isSame);
        expect(isSameStored(a, structuredClone(a))).toBe(true);
      }),
    );
  });
});
