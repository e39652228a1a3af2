// The matrix is whole.
import { describe, expect, it } from 'vitest';
import { fixed, ofTypes } from '../../../functions/paths.ts';
import { fixedRules, keyOf, ofTypesRules } from './rules.ts';

describe('the matrix', () => {
  it.each([
    ['of what is no content type', fixed, fixedRules],
    ['of content types', ofTypes, ofTypesRules],
  ])('has a rule for every path %s, and for nothing else', (_name, rows, rules) => {
    expect(Object.keys(rules).sort()).toEqual(rows.map(keyOf).sort());
  });
});
