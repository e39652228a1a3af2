// The links to types as the navigation shows them: pinned types first, and only those that the filter finds.
import type { DestinationGroup } from './destinations.ts';
import { plain } from './plain.ts';

/**
 * @param pinned the title of the section of pinned types
 * @param filter a part of the labels of those to show
 * @returns the sections that have types
 */
export const sectionsOf = (
  groups: readonly DestinationGroup[],
  pinned: string,
  isPinned: (uid: string) => boolean,
  filter: string,
): readonly DestinationGroup[] =>
  [
    { title: pinned, types: groups.flatMap(({ types }) => types).filter(({ uid }) => isPinned(uid)) },
    ...groups.map(({ title, types }) => ({ title, types: types.filter(({ uid }) => !isPinned(uid)) })),
  ]
    .map(({ title, types }) => ({
      title,
      types: types.filter(({ label }) => plain(label).includes(plain(filter.trim()))),
    }))
    .filter(({ types }) => types.length > 0);
