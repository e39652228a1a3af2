// Finds the owning side of a relation from its inverse side, and builds updates of the owner's links.
import type { AnyBulkWriteOperation } from 'mongodb';
import { typeOf, type ContentType, type RelationAttribute, type Schema, type Status } from '../../../schema/index.ts';
import { changeTimeUpdate } from '../outbox.ts';
import type { LinkSource } from './types.ts';
import type { Link, StoredDocument } from '../../../platform/db/index.ts';

/** The attribute on the owning side, which stores the links. */
export interface RelationOwner {
  readonly type: ContentType;
  readonly name: string;
  readonly many: boolean;
  readonly polymorphic: boolean;
  /** The name of the attribute on the inverse side, and whether it has at most one link. */
  readonly inverseName: string;
  readonly inverseIsOne: boolean;
}

export const ownerOf = (inverse: RelationAttribute, mappedBy: string, schema: Schema): RelationOwner => {
  const type = typeOf(schema, inverse.target);
  const owning = type.attributes.get(mappedBy);
  return {
    type,
    name: mappedBy,
    many: (owning?.kind === 'relation' || owning?.kind === 'morph') && owning.many,
    polymorphic: owning?.kind === 'morph',
    inverseName: inverse.name,
    inverseIsOne: !inverse.many,
  };
};

/** The condition on owners that a write of the source affects: those in its locale, if they have one. */
export const ownersOf = ({ type }: RelationOwner, { linkLocale }: LinkSource): { readonly locale: string | null } => ({
  locale: type.localized ? linkLocale : null,
});

type Update = AnyBulkWriteOperation<StoredDocument>;

/** The part that every update of a version contains. */
const revisionUpdate = (version: Status) => ({
  $inc: { revision: 1 },
  ...(version === 'published' ? changeTimeUpdate : {}),
});

/** Adds a link to one version of an owner at this position of the inverse side; moves an existing link. */
export const linkWrites = (
  owner: RelationOwner,
  version: Status,
  ofOwner: { readonly documentId: string; readonly locale: string | null },
  to: { readonly type: ContentType; readonly documentId: string },
  at: number,
): readonly Update[] => {
  const path = `${version}.${owner.name}`;
  const value: Link = { to: to.documentId, at, ...(owner.polymorphic ? { type: to.type.uid } : {}) };
  const hasVersion = { ...ofOwner, [`${version}.id`]: { $gte: 0 } };
  if (!owner.many)
    return [{ updateMany: { filter: hasVersion, update: { $set: { [path]: value }, ...revisionUpdate(version) } } }];
  // The driver's types cannot express a path that is computed.
  const push = { $push: { [path]: value }, ...revisionUpdate(version) } as object;
  return [
    {
      updateMany: {
        filter: { ...hasVersion, [`${path}.to`]: value.to },
        update: { $set: { [`${path}.$[link].at`]: at }, ...revisionUpdate(version) },
        arrayFilters: [{ 'link.to': value.to }],
      },
    },
    { updateMany: { filter: { ...hasVersion, [`${path}.to`]: { $ne: value.to } }, update: push } },
  ];
};

/** Removes the links to these documents from one version of all owners that match the filter. */
export const unlinkWrite = (
  owner: Pick<RelationOwner, 'name' | 'many'>,
  version: Status,
  filter: object,
  targets: readonly string[],
): Update => {
  const path = `${version}.${owner.name}`;
  const change = owner.many ? { $pull: { [path]: { to: { $in: targets } } } } : { $set: { [path]: null } };
  return {
    updateMany: {
      filter: { ...filter, [`${path}.to`]: { $in: targets } },
      update: { ...change, ...revisionUpdate(version) },
    },
  };
};
