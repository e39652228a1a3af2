// Finds the owning side of a relation from its inverse side, and builds updates of the owner's links.
import type { AnyBulkWriteOperation } from 'mongodb';
import { typeOf, type ContentType, type RelationAttribute, type Schema, type Status } from '../../../schema/index.ts';
import { changedNow } from '../outbox.ts';
import type { Source } from './types.ts';
import type { Link, Stored, Version } from '../../../platform/db/index.ts';

/** The attribute on the owning side, which stores the links. */
export interface Owner {
  readonly type: ContentType;
  readonly name: string;
  readonly many: boolean;
  readonly polymorphic: boolean;
  /** The name of the attribute on the inverse side, and whether it has at most one link. */
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

/** The links of a relation, as a list. */
export const linksIn = (values: Version | undefined, name: string): readonly Link[] => {
  const links = values?.[name] ?? [];
  // The cast is safe: this folder wrote the stored links.
  return (Array.isArray(links) ? links : [links]) as readonly Link[];
};

/** The condition on owners that a write of the source affects: those in its locale, if they have one. */
export const ownersOf = ({ type }: Owner, { linked }: Source): { readonly locale: string | null } => ({
  locale: type.localized ? linked : null,
});

type Update = AnyBulkWriteOperation<Stored>;

/** The part that every update of a version contains. */
const counted = (version: Status) => ({ $inc: { revision: 1 }, ...(version === 'published' ? changedNow : {}) });

/** Adds a link to one version of an owner at this position of the inverse side; moves an existing link. */
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
  // The driver's types cannot express a path that is computed.
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

/** Removes the links to these documents from one version of all owners that match the filter. */
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
