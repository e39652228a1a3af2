// The side of a relation that keeps the links, seen from the side that shows them; and the updates of what it keeps.
import type { AnyBulkWriteOperation } from 'mongodb';
import { typeOf, type ContentType, type RelationAttribute, type Schema, type Status } from '../../../schema/index.ts';
import { changedNow } from '../outbox.ts';
import type { Link, Stored, Version } from '../../../platform/db/index.ts';

/** The attribute on the other side that keeps the links. */
export interface Owner {
  readonly type: ContentType;
  readonly name: string;
  readonly many: boolean;
  readonly polymorphic: boolean;
  /** The name of the attribute that shows the links, and whether it shows one at the most. */
  readonly shownAs: string;
  readonly one: boolean;
}

export const ownerOf = (shown: RelationAttribute, mappedBy: string, schema: Schema): Owner => {
  const type = typeOf(schema, shown.target);
  const keeper = type.attributes.get(mappedBy);
  return {
    type,
    name: mappedBy,
    many: (keeper?.kind === 'relation' || keeper?.kind === 'morph') && keeper.many,
    polymorphic: keeper?.kind === 'morph',
    shownAs: shown.name,
    one: !shown.many,
  };
};

/** What stands in a relation, as a list. */
export const linksIn = (values: Version | undefined, name: string): readonly Link[] => {
  const links = values?.[name] ?? [];
  // What stands in a relation was written by this folder.
  return (Array.isArray(links) ? links : [links]) as readonly Link[];
};

/** The owners that a write of the source is about: those of its locale, where they have one. */
export const ownersOf = (
  { type }: Owner,
  { linked }: { readonly linked: string },
): { readonly locale: string | null } => ({
  locale: type.localized ? linked : null,
});

type Update = AnyBulkWriteOperation<Stored>;

/** What every update of a version has beside what it changes. */
const counted = (version: Status) => ({ $inc: { revision: 1 }, ...(version === 'published' ? changedNow : {}) });

/** Links one version of an owner to a document, at that place of its order; where it is linked already, moves it there. */
export const linking = (
  owner: Owner,
  version: Status,
  ofOwner: { readonly documentId: string; readonly locale: string | null },
  to: { readonly type: ContentType; readonly documentId: string },
  at: number,
): readonly Update[] => {
  const path = `${version}.${owner.name}`;
  const value: Link = { to: to.documentId, at, ...(owner.polymorphic ? { type: to.type.uid } : {}) };
  const there = { ...ofOwner, [`${version}.id`]: { $gte: 0 } };
  if (!owner.many) return [{ updateMany: { filter: there, update: { $set: { [path]: value }, ...counted(version) } } }];
  // The operators are typed by paths that are known only here.
  const push = { $push: { [path]: value }, ...counted(version) } as object;
  return [
    {
      updateMany: {
        filter: { ...there, [`${path}.to`]: value.to },
        update: { $set: { [`${path}.$[link].at`]: at }, ...counted(version) },
        arrayFilters: [{ 'link.to': value.to }],
      },
    },
    { updateMany: { filter: { ...there, [`${path}.to`]: { $ne: value.to } }, update: push } },
  ];
};

/** Takes the links to these documents out of one version of all owners that the filter names. */
export const unlinking = (
  owner: Pick<Owner, 'name' | 'many'>,
  version: Status,
  filter: object,
  targets: readonly string[],
): Update => {
  const path = `${version}.${owner.name}`;
  const change = owner.many ? { $pull: { [path]: { to: { $in: targets } } } } : { $set: { [path]: null } };
  return {
    updateMany: { filter: { ...filter, [`${path}.to`]: { $in: targets } }, update: { ...change, ...counted(version) } },
  };
};
