// Which users have a document open. Best effort: a hint for people, which no write depends on.
import type { UserCaller } from '../api/http/index.ts';
import { displayNameOf, requirePermission } from '../platform/access/index.ts';
import {
  collections,
  livingDocumentFilter,
  livingFilter,
  standaloneOperations,
  type StoredDocument,
} from '../platform/db/index.ts';
import { isDocumentVisible, visibleDocumentsAmong } from '../read/execute/index.ts';
import { readablePublishedFilter, readQuery, type Locales } from '../read/query/index.ts';
import { usersIn } from '../accounts/users/index.ts';
import { builtInUids, typeOf, type ContentType } from '../schema/index.ts';
import type { Service } from '../platform/service.ts';
import { documentNotFound } from '../errors.ts';
import { checkWritable } from '../write/permissions/index.ts';
import type { AnswerOf, Written } from '../contracts/index.ts';
import type { editorContract } from './contract.ts';

/** A document in one locale. */
export interface OpenDocument {
  readonly type: ContentType;
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
}

/** A user has a document open until this long after the last request that says so. */
const presenceMs = 30_000;

const maxListedUsers = 50;

interface StoredPresence {
  readonly _id: {
    readonly documentId: string;
    readonly uid: string;
    readonly locale: string | null;
    readonly user: string;
  };
  readonly at: Date;
  /** When it expires. An index removes it about a minute later. */
  readonly until: Date;
}

/** The logged-in user that the answer is for, and the locales of the site. */
interface PresenceReader {
  readonly caller: UserCaller;
  readonly locales: Locales;
}

/** Another user who has the document open; `at`: when the user last said so. */
type PresentUser = Written<AnswerOf<typeof editorContract.operations.openDocument>['data'][number]>;

const presenceIn = async ({ database }: Service) =>
  (await database.get()).collection<StoredPresence>(collections.presence, { readConcern: { level: 'local' } });

/**
 * Checks that the editor shows a document to a user, or else the user would learn who edits what they do not see. People who
 * translate it open a locale that it does not have yet.
 *
 * @throws ApiError 403 for a user who may not read and update documents of the type, or may see but not update this one; 404 if it
 *   does not exist for the user
 */
export const checkOpenable = async (
  service: Service,
  { type, documentId, locale }: OpenDocument,
  { caller, locales }: PresenceReader,
): Promise<void> => {
  const action = type.kind === 'singleType' ? 'find' : 'findOne';
  for (const one of ['update', action]) requirePermission(caller, one, type.uid);
  const unit = await standaloneOperations(service.database);
  await checkWritable({ service, caller, locales, type, locale }, 'update', documentId, unit);
  const stored = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne(livingDocumentFilter(type, documentId, locale), { projection: { _id: 1 } });
  const where = stored === null && type.localized ? '*' : locale;
  const parameters = new URLSearchParams({ view: 'edit', ...(where === null ? {} : { locale: where }) });
  const query = readQuery(parameters.toString(), type, caller, { ...service, locales }, { action });
  if (!(await isDocumentVisible(service, query, documentId, unit))) throw documentNotFound();
};

const keyOf = ({ type, documentId, locale }: OpenDocument, user: string): StoredPresence['_id'] => ({
  ...{ documentId, uid: type.uid, locale, user },
});

/** The names of users that still may log in, by documentId. */
const findUsernames = async (
  { database, schema }: Service,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await usersIn(await database.get(), schema)
    .find({ documentId: { $in: [...documentIds] }, 'published.blocked': { $ne: true }, ...livingFilter })
    .project<Pick<StoredDocument, 'documentId' | 'published'>>({
      documentId: 1,
      'published.id': 1,
      'published.username': 1,
    })
    .toArray();
  return new Map(found.map(({ documentId, published }) => [documentId, displayNameOf(published ?? {})]));
};

/**
 * Notes that a user has a document open.
 *
 * @param user the documentId of the user
 */
export const notePresence = async (service: Service, document: OpenDocument, user: string): Promise<void> => {
  const at = service.now();
  await (
    await presenceIn(service)
  ).updateOne(
    { _id: keyOf(document, user) },
    { $set: { at, until: new Date(at.getTime() + presenceMs) } },
    { upsert: true, writeConcern: { w: 1 } }, // a lost note comes again with the next request
  );
};

/** @returns those of the users that project code lets the caller read */
const readableUsers = async (
  service: Service,
  { caller, locales }: PresenceReader,
  documentIds: readonly string[],
): Promise<readonly string[]> => {
  const type = typeOf(service.schema, builtInUids.user);
  const context = { ...service, locales };
  const permitted = readablePublishedFilter(type, caller, context);
  if (permitted === undefined) return documentIds;
  const query = { ...readQuery('', type, caller, context), permitted };
  const visible = await visibleDocumentsAmong(
    service,
    query,
    documentIds,
    await standaloneOperations(service.database),
  );
  return documentIds.filter((documentId) => visible.has(documentId));
};

/** @returns the other users who have the document open, the latest first, except those that project code hides */
export const findPresentUsers = async (
  service: Service,
  { type, documentId, locale }: OpenDocument,
  reader: PresenceReader,
): Promise<readonly PresentUser[]> => {
  const others = await (
    await presenceIn(service)
  )
    .find({
      ...{ '_id.documentId': documentId, '_id.uid': type.uid, '_id.locale': locale },
      '_id.user': { $ne: reader.caller.user },
      until: { $gt: service.now() },
    })
    .sort({ at: -1 })
    .limit(maxListedUsers)
    .toArray();
  if (others.length === 0) return [];
  const users = others.map(({ _id }) => _id.user);
  const usernames = await findUsernames(service, await readableUsers(service, reader, users));
  return others.flatMap(({ _id, at }) => {
    const username = usernames.get(_id.user);
    return username === undefined ? [] : [{ user: { documentId: _id.user, username }, at }];
  });
};

/** Forgets that a user has a document open. */
export const removePresence = async (service: Service, document: OpenDocument, user: string): Promise<void> => {
  await (await presenceIn(service)).deleteOne({ _id: keyOf(document, user) }, { writeConcern: { w: 1 } });
};
