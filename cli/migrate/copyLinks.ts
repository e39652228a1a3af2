// Copies the links of a relation to its other side, which stores them from now on.
import type { Db } from 'mongodb';
import { versionsOf, type ContentType, type RelationAttribute, type Status } from '../../lib/schema/index.ts';
import { linksOf, type Link, type StoredDocument, type Version } from '../../lib/platform/db/index.ts';
import type { ChangeOf, MigrationPlan } from './types.ts';

/** The versions of a source document whose links count for this version of the target document. */
const sourceVersions = (from: ContentType, to: ContentType, version: Status): readonly Status[] =>
  from.draftAndPublish && to.draftAndPublish ? [version] : versionsOf(from);

interface RelationSides {
  /** The type that stored the links, in the attribute `name`. */
  readonly from: ContentType;
  readonly name: string;
  readonly collection: string;
  /** The type that stores them from now on. */
  readonly to: ContentType;
  readonly attribute: RelationAttribute;
}

const findLinksTo = async (
  db: Db,
  { from, name, collection, to }: RelationSides,
  document: StoredDocument,
  version: Status,
): Promise<readonly Link[]> => {
  const statuses = sourceVersions(from, to, version);
  const found = await db
    .collection<StoredDocument>(collection)
    .find({
      $or: statuses.map((status) => ({ [`${status}.${name}.to`]: document.documentId })),
      ...(from.localized && document.locale !== null ? { locale: document.locale } : {}),
    })
    .project<StoredDocument>({
      documentId: 1,
      ...Object.fromEntries(statuses.map((status) => [`${status}.${name}`, 1])),
    })
    .toArray();
  const linkingDocuments = found.flatMap((one) =>
    statuses.flatMap((status) =>
      linksOf(one[status]?.[name]).flatMap((link, index) =>
        link.to === document.documentId ? [{ to: one.documentId, at: index, order: link.at }] : [],
      ),
    ),
  );
  const ordered = linkingDocuments.toSorted((a, b) => a.order - b.order || (a.to < b.to ? -1 : 1));
  return [...new Map(ordered.map(({ to: target, at }) => [target, { to: target, at }])).values()];
};

/** Both sides of the relation; undefined if the new schema does not have the relation. */
export const relationSidesOf = (
  { holder, name, owner, as }: ChangeOf<'moved'>,
  { base, next, renames }: MigrationPlan,
): RelationSides | undefined => {
  const [from, to] = [base.types.get(holder), base.types.get(owner)];
  const now = next.types.get(renames.types.get(owner) ?? owner);
  const attribute = now?.attributes.get(as);
  if (from === undefined || to === undefined || attribute?.kind !== 'relation') return undefined;
  const collection = (next.types.get(renames.types.get(holder) ?? holder) ?? from).collectionName;
  return { from, name, collection, to, attribute };
};

/** @returns the document with links to the documents that linked to it, after the links that it already has */
export const copyLinks = async (db: Db, sides: RelationSides, document: StoredDocument): Promise<StoredDocument> => {
  const { attribute } = sides;
  let after = document;
  for (const status of ['draft', 'published'] as const) {
    const version = after[status];
    if (version === undefined) continue;
    const ownLinks = linksOf(version[attribute.name]);
    const newLinks = (await findLinksTo(db, sides, document, status)).filter(
      ({ to }) => !ownLinks.some((link) => link.to === to),
    );
    if (newLinks.length === 0) continue;
    const links = [...ownLinks, ...newLinks];
    const changed: Version = { ...version, [attribute.name]: attribute.many ? links : links[0] };
    after = { ...after, [status]: changed };
  }
  return after;
};
