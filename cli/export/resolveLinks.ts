// Resolves links: finds the rows that they lead to.
import type { Db } from 'mongodb';
import { livingFilter, type StoredDocument } from '../../lib/platform/db/index.ts';
import { builtInUids, typeOf, versionsOf, type ContentType, type Schema, type Status } from '../../lib/schema/index.ts';
import type { ArchiveLink } from '../archive/index.ts';
import { devAccountFilter } from '../dev/devAccount.ts';

/** A document in one version and one locale: a row in an archive. */
export interface RowVersion {
  readonly status: Status;
  /** null if the type is not localized. */
  readonly locale: string | null;
  /** Whether the type of the document has drafts. */
  readonly hasDrafts: boolean;
}

export interface PendingLink {
  readonly kind: 'relation' | 'media' | 'morph';
  /** The row or the component that holds the link, and the attribute. */
  readonly from: { readonly type: string; readonly id: number; readonly field: string };
  readonly row: RowVersion;
  readonly to: { readonly type: string; readonly documentId: string };
  /** The place in the list of the attribute, from 1. */
  readonly position: number;
  /** The place in the list of the other side. */
  readonly inversePosition: number;
}

export interface LinkContext {
  readonly db: Db;
  readonly schema: Schema;
  /** The locale in which a document without a locale shows related documents. */
  readonly defaultLocale: string;
  /** Returns the option `relation` of an attribute, and its `inversedBy`. */
  readonly declared: (uid: string, attribute: string) => { readonly relation?: string; readonly inversedBy?: string };
}

/** The ids of the versions of a document, by locale. */
type Rows = ReadonlyMap<string | null, Partial<Readonly<Record<Status, number>>>>;

/** The rows of the documents of one type, by documentId. */
const findRows = async (
  db: Db,
  type: ContentType,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Rows>> => {
  const found = new Map<string, Map<string | null, Partial<Record<Status, number>>>>();
  const documents = db
    .collection<StoredDocument>(type.collectionName)
    .find({
      ...{ documentId: { $in: [...documentIds] }, ...livingFilter },
      ...(type.uid === builtInUids.user ? { $nor: [devAccountFilter] } : {}),
    })
    .project<Pick<StoredDocument, 'documentId' | 'locale' | 'draft' | 'published'>>({
      ...{ documentId: 1, locale: 1, 'draft.id': 1, 'published.id': 1 },
    });
  for await (const { documentId, locale, draft, published } of documents) {
    const rows = found.get(documentId) ?? new Map<string | null, Partial<Record<Status, number>>>();
    rows.set(locale, {
      ...(draft === undefined ? {} : { draft: draft.id }),
      ...(published === undefined ? {} : { published: published.id }),
    });
    found.set(documentId, rows);
  }
  return found;
};

/**
 * The ids of the rows that a link leads to. A draft links to drafts, a published version to published ones, and a document
 * without drafts to both.
 */
const targetIds = (
  { row }: Pick<PendingLink, 'row'>,
  target: ContentType,
  rows: Rows,
  defaultLocale: string,
): readonly number[] => {
  const [first] = rows.keys();
  const locale = target.localized ? (row.locale ?? (rows.has(defaultLocale) ? defaultLocale : first)) : null;
  const inLocale = locale === undefined ? undefined : rows.get(locale);
  const versions = target.draftAndPublish && row.hasDrafts ? [row.status] : versionsOf(target);
  return versions.flatMap((version) => inLocale?.[version] ?? []);
};

/** The attribute that shows a polymorphic link on the side of its target; null if there is none. */
const morphField = (target: ContentType, { type, field }: PendingLink['from']): string | null => {
  const inverse = [...target.attributes.values()].find(
    (attribute) =>
      attribute.kind === 'relation' &&
      attribute.target === type &&
      attribute.side.holds === 'nothing' &&
      attribute.side.polymorphic &&
      attribute.side.mappedBy === field,
  );
  return inverse?.name ?? null;
};

const toLink = (
  { kind, from, to, position, inversePosition }: PendingLink,
  id: number,
  { schema, declared }: LinkContext,
): ArchiveLink => {
  const { type, field } = from;
  const { relation = '', inversedBy } = declared(type, field);
  switch (kind) {
    // The file owns its relation to what shows it.
    case 'media':
      return {
        ...{ kind: 'relation.morph', relation: 'morphToMany' },
        left: { type: to.type, ref: id, field: 'related' },
        right: { type, ref: from.id, field, pos: position },
      };
    case 'morph': {
      const inList =
        relation === 'morphToMany' ? { field: morphField(typeOf(schema, to.type), from), pos: position } : {};
      return {
        ...{ kind: 'relation.morph', relation },
        left: { type, ref: from.id, field },
        right: { type: to.type, ref: id, ...inList },
      };
    }
    case 'relation': {
      const inList = relation.endsWith('Many') ? { pos: position } : {};
      const inInverseList = relation.startsWith('many') ? { pos: inversePosition } : {};
      return {
        kind: type === to.type ? 'relation.circular' : 'relation.basic',
        relation,
        left: { type, ref: from.id, field, ...inList },
        right: { type: to.type, ref: id, ...(inversedBy === undefined ? {} : { field: inversedBy, ...inInverseList }) },
      };
    }
  }
};

/** @returns the links between rows, in the order of the links; without those that lead to no row */
export const resolveLinks = async (
  links: readonly PendingLink[],
  context: LinkContext,
): Promise<readonly ArchiveLink[]> => {
  const { db, schema, defaultLocale } = context;
  const found = new Map<string, ReadonlyMap<string, Rows>>();
  for (const uid of new Set(links.map(({ to }) => to.type))) {
    const type = schema.types.get(uid);
    const targets = links.filter(({ to }) => to.type === uid).map(({ to }) => to.documentId);
    if (type !== undefined) found.set(uid, await findRows(db, type, [...new Set(targets)]));
  }
  return links.flatMap((link) => {
    const rows = found.get(link.to.type)?.get(link.to.documentId);
    if (rows === undefined) return [];
    return targetIds(link, typeOf(schema, link.to.type), rows, defaultLocale).map((id) => toLink(link, id, context));
  });
};
