// The components of a dynamic zone in its picker.
import { describe, expect, it } from 'vitest';
import { nextCard } from '../../editor/src/fields/entries/nextCard.ts';
import { componentGroups, searchComponents } from '../../editor/src/schema/componentGroups.ts';
import type { Component } from '../../editor/src/schema/types.ts';

const component = (uid: string, displayName: string, description = ''): Component => ({
  ...{ uid, category: uid.split('.')[0] ?? '', displayName, description },
  ...{ attributes: {}, form: [], mainAttribute: undefined },
});

const components = new Map(
  [
    component('page-parts.hero', 'Big picture', 'The first thing that readers see'),
    component('shared.seo', 'Search engines'),
    component('page-parts.quote', 'Quote'),
  ].map((one) => [one.uid, one]),
);

const groups = componentGroups({ components }, ['page-parts.hero', 'shared.seo', 'page-parts.quote', 'gone.gone']);

const namesOf = (found: typeof groups) =>
  found.map(({ label, components: members }) => [label, ...members.map(({ displayName }) => displayName)]);

describe('components', () => {
  it('are grouped by the name of their category', () => {
    expect(namesOf(groups)).toEqual([
      ['Page parts', 'Big picture', 'Quote'],
      ['Shared', 'Search engines'],
    ]);
  });

  it.each([
    ['', 2],
    ['READERS big', 1],
    ['shared', 1],
    ['nothing', 0],
  ])('are found by all words of "%s"', (text, count) => {
    expect(searchComponents(groups, text)).toHaveLength(count);
  });
});

// Two rows of two, and one card of the next group.
const places = [
  { left: 0, top: 0 },
  { left: 200, top: 0 },
  { left: 0, top: 100 },
  { left: 200, top: 100 },
  { left: 0, top: 300 },
];
it.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, undefined],
  ['ArrowRight', 4, undefined],
  ['ArrowDown', 1, 3],
  ['ArrowDown', 3, 4],
  ['ArrowUp', 4, 2],
  ['ArrowUp', 1, undefined],
  ['Tab', 1, undefined],
])('the arrow key %s goes from card %i to %s', (key, at, next) => {
  expect(nextCard(key, at, places)).toBe(next);
});
