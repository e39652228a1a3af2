// Builds a stored document from its rows, and finds what does not fit.
import { BSON, Timestamp } from 'mongodb';
import { ApiError, type InvalidValue } from '../../lib/errors.ts';
import {
  fillComponentIds,
  placesIn,
  type StoredDocument,
  type StoredVersions,
  type Version,
} from '../../lib/platform/db/index.ts';
import { identifiersIn, type ContentType, type Schema, type Status } from '../../lib/schema/index.ts';
import { maxVersionBytes } from '../../lib/write/documents/index.ts';
import { checkDraft, checkStructure, checkVersion } from '../../lib/write/input/index.ts';
import type { ArchiveRow } from './archiveRow.ts';
import { withBuiltInValues, type BuiltInImport } from './builtInRows.ts';
import { buildVersion, type FindLinks, type IsLeftOut } from './buildVersion.ts';
import type { ImportContext } from './importContext.ts';
import type { RoutedLink } from './routeLinks.ts';
import type { Misfit } from './types.ts';
import { rowKey, type Duplicate, type Duplicates } from './uniqueValues.ts';

/** @param names of attributes, or `publishedAt` */
export const withoutValues = (version: Version, names: ReadonlySet<string>): Version =>
  // A version without some of these is a version.
  Object.fromEntries(Object.entries(version).filter(([name]) => !names.has(name))) as Version;

/** What documents are built with. */
export interface BuildContext {
  readonly context: ImportContext;
  readonly builtIn: BuiltInImport;
  readonly duplicates: Duplicates;
  /** The codes of the archive's locales. */
  readonly locales: ReadonlySet<string>;
  readonly findLinks: FindLinks;
  readonly isLeftOut: IsLeftOut;
}

export interface BuiltDocument {
  readonly type: ContentType;
  readonly rows: readonly [ArchiveRow, ...ArchiveRow[]];
  /** The links of each row and of its components, by the id of the row. */
  readonly links: ReadonlyMap<number, readonly RoutedLink[]>;
  /** Without the `id` of a version that the archive lacks. */
  readonly document: StoredDocument;
  readonly misfits: readonly Misfit[];
}

const toMisfit = (
  scope: Misfit['scope'],
  version: Status,
  { path, message, value }: Pick<InvalidValue, 'path' | 'message' | 'value'>,
): Misfit => ({ scope, version, path: path.join('.'), message, value });

/** What no document may hold, whatever its type, such as NUL characters. */
const structureMisfits = ({ data, version }: ArchiveRow): readonly Misfit[] => {
  try {
    checkStructure(data);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults = error.details.errors as readonly { readonly path: readonly string[]; readonly message: string }[]; // invalidValues() sets them
    return faults.map((fault) => toMisfit('document', version, { value: undefined, ...fault }));
  }
};

const versionMisfits = (schema: Schema, type: ContentType, version: Status, values: Version): readonly Misfit[] => {
  if (version === 'draft') return checkDraft(schema, type, values).map((fault) => toMisfit('value', version, fault));
  const scope = type.draftAndPublish ? 'published' : 'document';
  return checkVersion(schema, type, values).map((fault) => toMisfit(scope, version, fault));
};

const sizeMisfits = (version: Status, values: Version): readonly Misfit[] => {
  const bytes = BSON.calculateObjectSize(values);
  if (bytes <= maxVersionBytes) return [];
  const message = `has ${bytes} bytes, and a version may have ${maxVersionBytes}`;
  return [toMisfit('document', version, { path: [], message, value: undefined })];
};

/** @param ofMadeDraft whether to report the draft that the import makes of the row, instead of the row */
const duplicateMisfits = (
  duplicates: Duplicates,
  { type, id }: ArchiveRow,
  { ofMadeDraft }: Pick<Duplicate, 'ofMadeDraft'>,
): readonly Misfit[] => {
  const ofRow = duplicates.get(rowKey(type.uid, id)) ?? [];
  return ofRow
    .filter((one) => one.ofMadeDraft === ofMadeDraft)
    .map(({ attribute, version, of }) => {
      const scope =
        attribute === '' || !type.draftAndPublish ? 'document' : version === 'draft' ? 'value' : 'published';
      const message =
        attribute === '' ? `a single type has one document: ${of}` : `must be unique, and is that of ${of}`;
      return { scope, version, path: attribute, message };
    });
};

const rowMisfits = ({ locales }: BuildContext, row: ArchiveRow): readonly Misfit[] => {
  const { locale, version } = row;
  if (locale === null || locales.has(locale)) return structureMisfits(row);
  const message = `the archive has no locale ${locale}`;
  return [toMisfit('document', version, { path: ['locale'], message, value: locale })];
};

/** A second row of the same version is no document of its own. */
const repeatedRow = ({ version, id, data }: ArchiveRow, links: readonly RoutedLink[]): Misfit => ({
  ...toMisfit('part', version, { path: [], message: 'the archive has this version twice', value: { id, ...data } }),
  links,
});

/** Replaced by the next integer of the type when the document is written. */
export const missingId = -1;

/** The draft of a document of which the archive has only the published version. */
const draftOf = (published: Version): Version => ({
  ...withoutValues(published, new Set(['publishedAt'])),
  id: missingId,
});

/**
 * @param rows of one document in one locale, at least one
 * @returns the document as far as it can be built, and everything that does not fit
 */
export const buildDocument = (build: BuildContext, rows: readonly [ArchiveRow, ...ArchiveRow[]]): BuiltDocument => {
  const [{ type, documentId, locale }] = rows;
  const { context, builtIn, duplicates, findLinks, isLeftOut } = build;
  const misfits: Misfit[] = [];
  const add = (found: readonly Misfit[]): void => {
    for (const one of found) misfits.push(one);
  };
  const versions: { draft?: Version; published?: Version } = {};
  const links = new Map<number, readonly RoutedLink[]>();
  // The ids of Strapi differ in the two versions.
  const withComponentIds = (version: Version): Version =>
    // The result is still a version.
    fillComponentIds(context.schema, type.attributes, version, placesIn({ documentId, locale })) as Version;
  for (const archived of rows) {
    const { row, misfits: lacks } = withBuiltInValues(builtIn, archived);
    const built = buildVersion(context, row, findLinks, isLeftOut);
    links.set(row.id, built.links);
    if (versions[row.version] !== undefined) {
      misfits.push(repeatedRow(archived, built.links));
      continue;
    }
    const found = rowMisfits(build, archived);
    versions[row.version] = withComponentIds(built.version);
    add([...found, ...lacks, ...built.misfits, ...duplicateMisfits(duplicates, row, { ofMadeDraft: false })]);
    if (found.length > 0) continue;
    add(versionMisfits(context.schema, type, row.version, built.version));
    add(sizeMisfits(row.version, built.version));
  }
  if (type.draftAndPublish && versions.draft === undefined && versions.published !== undefined) {
    versions.draft = draftOf(versions.published);
    add(duplicateMisfits(duplicates, rows[0], { ofMadeDraft: true }));
    // A draft may have whatever a published version may have.
    if (misfits.some(({ scope }) => scope === 'published'))
      add(versionMisfits(context.schema, type, 'draft', versions.draft));
  }
  return { type, rows, links, misfits, document: toDocument(type, documentId, locale, versions) };
};

/** @returns the document as a create stores it, without events: an import calls no webhooks */
export const toDocument = (
  type: ContentType,
  documentId: string,
  locale: string | null,
  { draft, published }: StoredVersions,
): StoredDocument => {
  const identifiers = identifiersIn(type, published ?? {});
  return {
    ...{ documentId, locale, revision: 1 },
    ...(type.kind === 'singleType' ? { single: true } : {}),
    ...(draft === undefined ? {} : { draft }),
    // MongoDB replaces the empty timestamp by its own time, so that clients that sync get the document.
    ...(published === undefined ? {} : { published, changed: new Timestamp({ t: 0, i: 0 }) }),
    ...(identifiers === undefined ? {} : { identifiers }),
  };
};
