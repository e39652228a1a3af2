// Types that a caller may not find: Lectern refuses them in filters and sorts, and leaves them out of populate.
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../lib/platform/access/index.ts';
import { read, refusal, formatSelection } from './read.ts';

const finding = (...types: readonly string[]): Caller => ({
  id: 'someone',
  kind: 'user',
  allowed: new Map(types.map((type) => [`api::${type}.${type}.find`, {}])),
  view: types.join(' '),
});
const caller = finding('exhibit', 'room');

describe('a caller who may not find artists', () => {
  test.each<[query: string, key: string, path: string | null, param: string]>([
    ['filters[artists][name]=a', 'artists', null, 'filters'],
    ['filters[artists][$null]=true', 'artists', null, 'filters'],
    ['filters[room][tenants][name]=a', 'tenants', 'room', 'filters'],
    ['filters[label][writer][name]=a', 'writer', 'label', 'filters'],
    ['sort=artists.name', 'artists', null, 'sort'],
    ['sort=label.writer.name', 'writer', 'label', 'sort'],
    ['fields=artists', 'artists', null, 'fields'],
    ['populate[room][filters][tenants][name]=a', 'tenants', 'room.filters', 'populate'],
    ['populate[room][sort]=tenants.name', 'tenants', 'room.sort', 'populate'],
  ])('may not use %s', (query, key, path, param) => {
    expect(refusal(query, caller)).toMatchObject({ status: 400, name: 'ValidationError', key, path, param });
  });

  test.each<[query: string, populated: string]>([
    ['populate=artists', '[title]'],
    ['populate=artists,room', '[title] room(select: [*])'],
    ['populate[artists][fields]=name', '[title]'],
    ['populate[room][populate]=tenants', '[title] room(select: [*])'],
    ['populate=label.writer', '[title] label(select: [*])'],
    [
      'populate[body][on][block.spotlight][populate]=*',
      '[title] body<block.spotlight(select: [heading] exhibit(select: [*]) room(select: [*]) source(select: [title pages]) sources(select: [title pages]))>',
    ],
  ])('gets the answer to %s without them', (query, populated) => {
    expect(formatSelection(read(`fields=title&${query}`, caller).select)).toBe(populated);
  });

  test('sees media, because files need no permission of their own', () => {
    expect(formatSelection(read('fields=title&populate[cover][fields]=name', caller).select)).toBe(
      '[title] cover(select: [name])',
    );
  });
});
