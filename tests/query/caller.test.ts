// What a caller may not find does not exist for them: refused where it is named, left out where it is populated.
import { describe, expect, test } from 'vitest';
import { administrator, type Caller } from '../../lib/platform/access/index.ts';
import { read, refusal, shownSelection } from './read.ts';

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
  ])('is refused %s', (query, key, path, param) => {
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
  ])('is answered %s without them', (query, populated) => {
    expect(shownSelection(read(`fields=title&${query}`, caller).select)).toBe(populated);
  });

  test('still learns that a name is wrong', () => {
    expect(refusal('populate=artist', caller)).toMatchObject({ key: 'artist', param: 'populate' });
  });

  test('sees media: files hang below what may be found', () => {
    expect(shownSelection(read('fields=title&populate[cover][fields]=name', caller).select)).toBe(
      '[title] cover(select: [name])',
    );
  });
});

test('a caller who may read everything is refused nothing of it', () => {
  expect(
    read('filters[artists][name]=a&populate=artists', { ...administrator, allowed: 'reading' }).select.populate,
  ).toHaveLength(1);
});
