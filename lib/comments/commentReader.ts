// Decides which comments a caller may read: those on documents that the editor shows to the caller.
import type { NamedUser } from '../contracts/index.ts';
import { hasPermission, findCallerByName, opensEditor, type Caller } from '../platform/access/index.ts';
import { livingFilter, standaloneOperations, type StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { visibleDocumentsAmong, withWriters } from '../read/execute/index.ts';
import { readQuery, type Locales, type Query } from '../read/query/index.ts';
import type { ContentType } from '../schema/index.ts';
import { isReadablePath, type TypeReader } from './commentPaths.ts';
import type { StoredComment } from './storedComments.ts';

/** A caller who may read drafts of a type, as the editor reads them. */
export interface CommentReader extends TypeReader {
  /** Finds the documents that the caller may read. */
  readonly query: Query;
}

/** A document in one locale; null if the type is not localized. */
export type CommentedDocument = Pick<StoredComment, 'type' | 'documentId' | 'locale'>;

/** The permissions for the comments of a type. */
export const permissionsFor = ({ kind }: ContentType) =>
  ['update', kind === 'singleType' ? 'find' : 'findOne'] as const;

/** @throws ApiError 400 for the locale, 403 for a caller who may not edit documents of the type */
export const commentReader = (
  service: Service,
  caller: Caller,
  locales: Locales,
  type: ContentType,
  locale?: string | null,
): CommentReader => {
  const parameters = new URLSearchParams({ view: 'edit', ...(typeof locale === 'string' ? { locale } : {}) });
  const [, action] = permissionsFor(type);
  const query = readQuery(parameters.toString(), type, caller, { ...service, locales }, { action });
  return { service, caller, locales, type, query };
};

/** @returns undefined if the type or the locale does not exist, or the caller lacks a permission or cannot open the editor */
export const findReader = (
  service: Service,
  caller: Caller,
  locales: Locales,
  { type: uid, locale }: Pick<CommentedDocument, 'type' | 'locale'>,
): CommentReader | undefined => {
  const type = [...service.schema.served.values()].find((one) => one.uid === uid);
  if (type === undefined || type.localized !== (locale !== null)) return undefined;
  if (locale !== null && !locales.codes.has(locale)) return undefined;
  if (!opensEditor(caller) || !permissionsFor(type).every((action) => hasPermission(caller, action, uid)))
    return undefined;
  return commentReader(service, caller, locales, type, locale);
};

/** @returns those of the documents that the reader may read */
const readableAmong = async (
  { service, query }: CommentReader,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> =>
  visibleDocumentsAmong(service, query, documentIds, await standaloneOperations(service.database));

/** @returns those of the documents, in one locale, that the reader may read */
export const readDocuments = async (
  reader: CommentReader,
  documentIds: readonly string[],
  locale: string | null,
): Promise<ReadonlyMap<string, StoredDocument>> => {
  const readable = await readableAmong(reader, [...new Set(documentIds)]);
  const found = await (
    await reader.service.database.get()
  )
    .collection<StoredDocument>(reader.type.collectionName)
    .find({ documentId: { $in: [...readable] }, locale, ...livingFilter })
    .toArray();
  return new Map(found.map((stored) => [stored.documentId, stored]));
};

/** @returns the reader that a user is now; undefined if the user may not read the document, or a comment with this path */
export const findUserReader = async (
  service: Service,
  locales: Locales,
  user: string,
  document: CommentedDocument,
  path: string | undefined,
): Promise<CommentReader | undefined> => {
  const caller = await findCallerByName(service, user);
  const reader = caller?.kind === 'user' ? findReader(service, caller, locales, document) : undefined;
  if (reader === undefined || (path !== undefined && !isReadablePath(reader, path))) return undefined;
  return (await readableAmong(reader, [document.documentId])).has(document.documentId) ? reader : undefined;
};

/** @returns by documentId, the users as the reader may know them */
export const nameUsers = async (
  { service, query }: Pick<CommentReader, 'service' | 'query'>,
  users: Iterable<string>,
): Promise<ReadonlyMap<string, NamedUser>> => {
  const ids = [...new Set(users)];
  const stored = { rows: ids.map((createdBy) => ({ createdBy })), total: undefined };
  const { rows } = await withWriters(service, query, stored);
  // The cast is safe: `withWriters` names each of them.
  return new Map(rows.map(({ createdBy }, index) => [ids[index] ?? '', createdBy as NamedUser]));
};
