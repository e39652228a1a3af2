// Checks that the matrix covers every route.
import { describe, expect, it } from 'vitest';
import { fixed, ofTypes } from '../../../functions/paths.ts';
import { fixedRules, keyOf, ofTypesRules } from './rules.ts';

describe('the matrix', () => {
  it.each([
    ['outside of content types', fixed, fixedRules],
    ['of content types', ofTypes, ofTypesRules],
  ])('has a rule for every path %s, and no other', (_name, rows, rules) => {
    expect(Object.keys(rules).sort()).toEqual(rows.map(keyOf).sort());
  });
});
