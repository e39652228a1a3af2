// Errors of queries name what was probably meant, and nothing that does not exist for the caller.
import { expect, test } from 'vitest';
import type { Caller } from '../../../lib/platform/access/index.ts';
import { refusal } from './read.ts';

test.each([
  ['filters[titel]=a', 'Invalid key titel; did you mean "title"?'],
  ['filters[title][$contans]=a', 'Invalid key $contans at title; did you mean "$contains"?'],
  ['filters[room][nme]=a', 'Invalid key nme at room; did you mean "name"?'],
  ['sort=titel', 'Invalid key titel; did you mean "title"?'],
  ['fields=titel', 'Invalid key titel; did you mean "title"?'],
  ['populate=artsts', 'Invalid key artsts; did you mean "artists"?'],
  ['populate=titel', 'Invalid key titel'],
  ['populate=title', 'Invalid key title'],
  ['populate[room][fitlers][name]=a', 'Invalid key fitlers at room; did you mean "filters"?'],
  [
    'populate[body][on][block.spotligt]=*',
    'Invalid key block.spotligt at body.on.block.spotligt; did you mean "block.spotlight"?',
  ],
  ['filters[secrt]=a', 'Invalid key secrt'],
  ['sort=room.secrt', 'Invalid key secrt at room'],
  ['fields=secrt', 'Invalid key secrt'],
  ['populate=keper', 'Invalid key keper'],
])('%s: %s', (query, message) => {
  expect(refusal(query).message).toBe(message);
});

const permitted = (...names: readonly string[]): Caller => ({
  ...{ id: 'someone', kind: 'user', view: names.join(' ') },
  allowed: new Map(names.map((name) => [name, {}])),
});
const visitor = permitted('api::exhibit.exhibit.find');

test.each(['filters[artsts][name]=a', 'sort=artsts.name', 'populate=artsts', 'filters[artists][name]=a'])(
  '%s does not name the relation to a type that the caller may not find',
  (query) => {
    expect(refusal(query, visitor).message).toMatch(/^Invalid key \w+$/);
  },
);
