// What a write changes in other documents: links that their side keeps, and old owners of what may be owned once.
import type { AnyBulkWriteOperation, ClientSession, Collection, Db } from 'mongodb';
import type { CheckedInput, LinkEdit } from '../input/index.ts';
import type { Status } from '../query/index.ts';
import { typeOf, type ContentType, type RelationAttribute, type Schema } from '../schema/index.ts';
import { applyLinks, type LinkContext } from './links.ts';
import type { Link, Stored } from './stored.ts';

/** A change of other documents, made in the transaction of the write it belongs to. */
export type Reach = (db: Db, session: ClientSession) => Promise<void>;

export interface Source {
  readonly type: ContentType;
  readonly documentId: string;
  /** The versions that this write makes. */
  readonly written: readonly Status[];
}

/** Everything that a body reaches beyond its own document; none: the write is one atomic update. */
export const reachesOf = (
  input: CheckedInput,
  source: Source,
  schema: Schema,
  context: LinkContext,
): readonly Reach[] =>
  [...input].flatMap(([name, given]): readonly Reach[] => {
    const attribute = source.type.attributes.get(name);
    if (given.kind !== 'links' || attribute?.kind !== 'relation') return [];
    if (attribute.side.holds === 'links')
      return attribute.exclusive ? [release(source, attribute, given.edit, context)] : [];
    const owner = ownerOf(attribute, attribute.side.mappedBy, schema);
    return versionsOf(source, owner.type).map((version) => place(source, owner, version, given.edit, context));
  });

/** A source without drafts stands beside both versions of its targets; a target without drafts has one. */
const versionsOf = (source: Source, target: ContentType): readonly Status[] =>
  !target.draftAndPublish ? ['published'] : source.type.draftAndPublish ? source.written : ['draft', 'published'];

/** The attribute on the other side that keeps the links. */
interface Owner {
  readonly type: ContentType;
  readonly name: string;
  readonly many: boolean;
  readonly polymorphic: boolean;
  /** Whether the side that shows the links shows one at the most. */
  readonly one: boolean;
}

const ownerOf = (shown: RelationAttribute, name: string, schema: Schema): Owner => {
  const type = typeOf(schema, shown.target);
  const keeper = type.attributes.get(name);
  return {
    type,
    name,
    many: (keeper?.kind === 'relation' || keeper?.kind === 'morph') && keeper.many,
    polymorphic: keeper?.kind === 'morph',
    one: !shown.many,
  };
};

/** Writes the links of a side that keeps none: into the documents that keep them. */
const place =
  (source: Source, owner: Owner, version: Status, edit: LinkEdit, context: LinkContext): Reach =>
  async (db, session) => {
    const path = `${version}.${owner.name}`;
    const documents = db.collection<Stored>(owner.type.collectionName);
    const kept = await documents
      .find({ [`${path}.to`]: source.documentId }, { session, projection: { documentId: 1, [path]: 1 } })
      .toArray();
    const before = kept
      .map(({ documentId, [version]: stored }) => ({ to: documentId, at: placeIn(stored?.[owner.name], source) }))
      .sort((a, b) => a.at - b.at);
    const edited = applyLinks(before, edit, owner.type.uid, context);
    const after = owner.one ? edited.slice(-1) : edited;

    const gone = before.filter(({ to }) => !after.some((link) => link.to === to)).map(({ to }) => to);
    const operations: AnyBulkWriteOperation<Stored>[] = [
      ...(gone.length > 0 ? [unlink(owner, path, { documentId: { $in: gone } }, [source.documentId])] : []),
      // Their order here is their place there; what its own side connects later gets a place behind all of them.
      ...after.flatMap(({ to }, at) => link(owner, version, to, source, at)),
    ];
    if (operations.length > 0) await documents.bulkWrite(operations, { session });
  };

const placeIn = (links: unknown, source: Source): number => {
  // What stands in a relation was written by this folder.
  const list = (Array.isArray(links) ? links : [links]) as readonly (Link | null | undefined)[];
  return list.find((item) => item?.to === source.documentId)?.at ?? 0;
};

const link = (
  owner: Owner,
  version: Status,
  documentId: string,
  source: Source,
  at: number,
): readonly AnyBulkWriteOperation<Stored>[] => {
  const path = `${version}.${owner.name}`;
  const to = source.documentId;
  const value: Link = { to, at, ...(owner.polymorphic ? { type: source.type.uid } : {}) };
  const there = { documentId, [`${version}.id`]: { $gte: 0 } };
  const $inc = { revision: 1 };
  if (!owner.many) return [{ updateMany: { filter: there, update: { $set: { [path]: value }, $inc } } }];
  // The operators are typed by paths that are known only here.
  const push = { $push: { [path]: value }, $inc } as object;
  return [
    {
      updateMany: {
        filter: { ...there, [`${path}.to`]: to },
        update: { $set: { [`${path}.$[link].at`]: at }, $inc },
        arrayFilters: [{ 'link.to': to }],
      },
    },
    { updateMany: { filter: { ...there, [`${path}.to`]: { $ne: to } }, update: push } },
  ];
};

const unlink = (
  owner: Pick<Owner, 'many'>,
  path: string,
  filter: object,
  targets: readonly string[],
): AnyBulkWriteOperation<Stored> => {
  const change = owner.many ? { $pull: { [path]: { to: { $in: targets } } } } : { $set: { [path]: null } };
  return {
    updateMany: {
      filter: { ...filter, [`${path}.to`]: { $in: targets } },
      update: { ...change, $inc: { revision: 1 } },
    },
  };
};

/** Takes targets that may have one owner from whoever had them. */
const release =
  (source: Source, attribute: RelationAttribute, edit: LinkEdit, context: LinkContext): Reach =>
  async (db, session) => {
    const targets = applyLinks(
      [],
      edit.kind === 'set' ? edit : { ...edit, disconnect: [], connect: atEnd(edit) },
      attribute.target,
      context,
    );
    if (targets.length === 0) return;
    const documents = db.collection<Stored>(source.type.collectionName);
    await unlinkFrom(
      documents,
      source.written,
      attribute,
      targets.map(({ to }) => to),
      session,
      source.documentId,
    );
  };

const atEnd = (edit: Extract<LinkEdit, { kind: 'change' }>): typeof edit.connect =>
  edit.connect.map(({ target }) => ({ target, position: { at: 'end' } }));

const unlinkFrom = async (
  documents: Collection<Stored>,
  versions: readonly Status[],
  attribute: { readonly name: string; readonly many: boolean },
  targets: readonly string[],
  session: ClientSession,
  but: string,
): Promise<void> => {
  const operations = versions.map((version) =>
    unlink(attribute, `${version}.${attribute.name}`, { documentId: { $ne: but } }, targets),
  );
  await documents.bulkWrite(operations, { session });
};

/** Takes a deleted document out of every relation that documents keep at their top. */
export const releaseDeleted =
  (deleted: ContentType, documentId: string, schema: Schema): Reach =>
  async (db, session) => {
    for (const type of schema.types.values()) {
      const operations = [...type.attributes.values()].flatMap((attribute) =>
        attribute.kind === 'morph' ||
        (attribute.kind === 'relation' && attribute.side.holds === 'links' && attribute.target === deleted.uid)
          ? (['draft', 'published'] as const)
              .slice(type.draftAndPublish ? 0 : 1)
              .map((version) => unlink(attribute, `${version}.${attribute.name}`, {}, [documentId]))
          : [],
      );
      if (operations.length > 0) await db.collection<Stored>(type.collectionName).bulkWrite(operations, { session });
    }
  };
