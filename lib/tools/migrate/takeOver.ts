// Links that the other side of a relation kept, to where they are kept from now on.
import type { Db } from 'mongodb';
import { versionsOf, type ContentType, type RelationAttribute, type Status } from '../../schema/index.ts';
import type { Link, Stored, Version } from '../../platform/db/index.ts';
import type { Of, Plan } from './types.ts';

/** Which versions of a document mean this version of another. */
const meaning = (from: ContentType, to: ContentType, version: Status): readonly Status[] =>
  from.draftAndPublish && to.draftAndPublish ? [version] : versionsOf(from);

const listOf = (value: unknown): readonly Link[] =>
  // What stands in a relation was written as one link, or as a list of them.
  value === undefined || value === null ? [] : Array.isArray(value) ? (value as readonly Link[]) : [value as Link];

interface Sides {
  /** Kept the links, in the attribute `name`. */
  readonly from: ContentType;
  readonly name: string;
  readonly collection: string;
  /** Keeps them in the attribute. */
  readonly to: ContentType;
  readonly attribute: RelationAttribute;
}

const linksTo = async (
  db: Db,
  { from, name, collection, to }: Sides,
  document: Stored,
  version: Status,
): Promise<readonly Link[]> => {
  const statuses = meaning(from, to, version);
  const found = await db
    .collection<Stored>(collection)
    .find({
      $or: statuses.map((status) => ({ [`${status}.${name}.to`]: document.documentId })),
      ...(from.localized && document.locale !== null ? { locale: document.locale } : {}),
    })
    .project<Stored>({ documentId: 1, ...Object.fromEntries(statuses.map((status) => [`${status}.${name}`, 1])) })
    .toArray();
  const places = found.flatMap((one) =>
    statuses.flatMap((status) =>
      listOf(one[status]?.[name]).flatMap((link, index) =>
        link.to === document.documentId ? [{ to: one.documentId, at: index, order: link.at }] : [],
      ),
    ),
  );
  const ordered = places.toSorted((a, b) => a.order - b.order || (a.to < b.to ? -1 : 1));
  return [...new Map(ordered.map(({ to: target, at }) => [target, { to: target, at }])).values()];
};

/** The attribute that keeps the links, as it shall be; undefined where the plan has none. */
export const sidesOf = ({ holder, name, owner, as }: Of<'moved'>, { base, next, renames }: Plan): Sides | undefined => {
  const [from, to] = [base.types.get(holder), base.types.get(owner)];
  const now = next.types.get(renames.types.get(owner) ?? owner);
  const attribute = now?.attributes.get(as);
  if (from === undefined || to === undefined || attribute?.kind !== 'relation') return undefined;
  const collection = (next.types.get(renames.types.get(holder) ?? holder) ?? from).collectionName;
  return { from, name, collection, to, attribute };
};

/** The document with the links that others had to it; those that it has itself come first. */
export const takenOver = async (db: Db, sides: Sides, document: Stored): Promise<Stored> => {
  const { attribute } = sides;
  let after = document;
  for (const status of ['draft', 'published'] as const) {
    const version = after[status];
    if (version === undefined) continue;
    const own = listOf(version[attribute.name]);
    const more = (await linksTo(db, sides, document, status)).filter(({ to }) => !own.some((link) => link.to === to));
    if (more.length === 0) continue;
    const links = [...own, ...more];
    const changed: Version = { ...version, [attribute.name]: attribute.many ? links : links[0] };
    after = { ...after, [status]: changed };
  }
  return after;
};
