// Groups the components of a dynamic zone by their categories.
import { labelOf } from './labelOf.ts';
import type { Component, EditorSchema } from './types.ts';

export interface ComponentGroup {
  /** The category as people read it. */
  readonly label: string;
  readonly components: readonly Component[];
}

/** @param uids of the zone; the groups and their components keep this order */
export const componentGroups = (
  { components }: Pick<EditorSchema, 'components'>,
  uids: readonly string[],
): readonly ComponentGroup[] => {
  const members = uids.flatMap((uid) => components.get(uid) ?? []);
  return [...new Set(members.map(({ category }) => category))].map((category) => ({
    label: labelOf(category),
    components: members.filter((one) => one.category === category),
  }));
};

/** @returns the groups with the components that have all words of the text in their name, description or category */
export const searchComponents = (groups: readonly ComponentGroup[], text: string): readonly ComponentGroup[] => {
  const words = text.toLowerCase().split(/\s+/);
  return groups
    .map(({ label, components }) => ({
      label,
      components: components.filter(({ displayName, description }) => {
        const searched = `${displayName} ${description} ${label}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ components }) => components.length > 0);
};
