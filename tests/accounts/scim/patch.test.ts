// Checks operations of a PATCH that answers over HTTP show only at the limits.
import { expect, it } from 'vitest';
import { applyOperation } from '../../../lib/accounts/scim/patch.ts';

it('adds no member twice, so that a request that comes again stays below the limit', () => {
  const members = [{ value: 'a', type: 'User' }, { value: 'b' }];
  const operation = { op: 'add', path: 'members', value: [{ value: 'b' }, { value: 'c' }] } as const;
  expect(applyOperation({ members }, operation).members).toEqual([...members, { value: 'c' }]);
});
