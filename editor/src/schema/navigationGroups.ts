// Sorts the types into the groups of the navigation.
import { labelOf } from './labelOf.ts';
import type { ContentType } from './types.ts';

export interface NavigationGroup {
  /** Undefined for types that are in no group. */
  readonly name?: string;
  /** Of types that are in no group. */
  readonly kind?: ContentType['kind'];
  readonly types: readonly ContentType[];
}

/** `blog` in `api::blog.post`: in a Strapi project, the folder that the type shares with others. */
const folderOf = ({ uid }: ContentType): string => uid.slice(uid.indexOf('::') + 2, uid.lastIndexOf('.'));

/**
 * @param types those that the user may see. Without a group of their view, they are grouped by the folder that they share
 * @returns the named groups by name, then the other collections, then the other single types; none is empty
 */
export const navigationGroups = (types: readonly ContentType[]): readonly NavigationGroup[] => {
  const sorted = types.toSorted((one, other) => one.plural.localeCompare(other.plural));
  const isShared = (type: ContentType): boolean =>
    types.some((other) => other !== type && folderOf(other) === folderOf(type));
  const nameOf = (type: ContentType): string | undefined =>
    type.group ?? (isShared(type) ? labelOf(folderOf(type)) : undefined);
  const names = new Set(sorted.flatMap((type) => nameOf(type) ?? []));
  const others = sorted.filter((type) => nameOf(type) === undefined);
  const kinds = ['collectionType', 'singleType'] as const;
  return [
    ...[...names]
      .sort((one, other) => one.localeCompare(other))
      .map((name): NavigationGroup => ({ name, types: sorted.filter((type) => nameOf(type) === name) })),
    ...kinds.map((kind): NavigationGroup => ({ kind, types: others.filter((type) => type.kind === kind) })),
  ].filter((group) => group.types.length > 0);
};
