// Finds what a caller may relate documents to, and the files that a document already links.
import { builtInUids, type ContentType, type Schema } from '../../../schema/index.ts';
import { existingAmong } from '../existingDocuments.ts';
import {
  isPrivateIn,
  linksIn,
  type StoredDocument,
  type StoredVersions,
  type Transaction,
} from '../../../platform/db/index.ts';

/** What the caller may relate documents to. */
export interface RelatableDocuments {
  /** Whether the caller may find documents of the type, by uid. */
  readonly type: (uid: string) => boolean;
  /** Selects the documents that the caller may find; for a localized type, in this locale. Not for files. */
  readonly documents: (
    unit: Transaction,
    type: ContentType,
    documentIds: readonly string[],
    locale: string,
  ) => Promise<ReadonlySet<string>>;
  /** Selects the documents of which the caller may find no version. Not for files. */
  readonly hidden: RelatableDocuments['documents'];
  /**
   * Selects the documents of a type that the caller may update, before or after the write; undefined: no condition
   * restricts the caller on the type, so a relation may be written from its other side, as in Strapi.
   */
  readonly updatable: (
    type: ContentType,
  ) =>
    | ((
        unit: Transaction,
        documentIds: readonly string[],
        locale: string,
        moment: 'before' | 'after',
      ) => Promise<ReadonlySet<string>>)
    | undefined;
  /** undefined: the caller may relate every file. */
  readonly files: FileRules | undefined;
  /** Whether conditions restrict the documents: then a new document can change what the caller may find. */
  readonly conditional: boolean;
}

/** The rules for a caller without the permission to find files. */
export interface FileRules {
  /** Selects the files that the caller uploaded. */
  readonly uploaded: (unit: Transaction, documentIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Selects the locales in which the caller may update the document; null for a type that is not localized. */
  readonly updatable: (
    unit: Transaction,
    type: ContentType,
    documentId: string,
    locales: readonly (string | null)[],
  ) => Promise<ReadonlySet<string | null>>;
}

/**
 * Lists the files in the media attributes of a document, at any depth. Private attributes are left out: no answer contains
 * them, so the caller must not learn which files they have.
 */
const filesIn = (
  schema: Schema,
  { attributes }: ContentType,
  { draft, published }: StoredVersions,
): readonly string[] =>
  [draft, published]
    .flatMap((version) => linksIn(schema, attributes, version ?? {}))
    .flatMap(({ attribute, entry, link }) =>
      attribute.type === 'media' && !isPrivateIn(attribute, entry) ? [link.to] : [],
    );

/** A document before a write: the written locale, and the other locales. */
interface DocumentBefore {
  readonly type: ContentType;
  readonly documentId: string;
  readonly before: StoredVersions;
  readonly others: readonly StoredDocument[];
}

/**
 * Lists the files that a document already links, in the versions and locales that the caller may write. The caller sees
 * them there, so linking them elsewhere in the document reveals nothing.
 */
const linkedFiles = async (
  unit: Transaction,
  schema: Schema,
  { updatable }: FileRules,
  { type, documentId, before, others }: DocumentBefore,
): Promise<ReadonlySet<string>> => {
  const locales = others.map(({ locale }) => locale);
  const allowed = locales.length === 0 ? new Set() : await updatable(unit, type, documentId, locales);
  const documents = [before, ...others.filter(({ locale }) => allowed.has(locale))];
  return new Set(documents.flatMap((versions) => filesIn(schema, type, versions)));
};

/** How targets are looked up. */
export interface TargetLookup {
  /** The locale in which targets of a localized type must exist. */
  readonly locale: string;
  /** What the caller may relate to; any other target counts as absent. undefined: everything. */
  readonly relatable: RelatableDocuments | undefined;
  /** The document that the body is applied to. */
  readonly document: DocumentBefore;
}

/** The rules for files, when the caller may not relate every file. */
export const fileRules = ({ relatable }: TargetLookup, { uid }: ContentType) =>
  uid === builtInUids.file ? relatable?.files : undefined;

/** @returns the ids of those documents that exist and that the caller may relate to */
export const relatableAmong = async (
  unit: Transaction,
  schema: Schema,
  type: ContentType,
  lookup: TargetLookup,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { relatable, locale, document } = lookup;
  const existing = (candidates: readonly string[]) => existingAmong(unit, type, candidates, locale);
  const files = fileRules(lookup, type);
  if (files === undefined)
    return relatable === undefined || type.uid === builtInUids.file
      ? existing(documentIds)
      : relatable.documents(unit, type, documentIds, locale);
  const uploaded = await files.uploaded(unit, documentIds);
  const linked = await linkedFiles(unit, schema, files, document);
  return new Set([...uploaded, ...(await existing(documentIds.filter((documentId) => linked.has(documentId))))]);
};
