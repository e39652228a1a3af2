// Restores a deleted document for a caller.
import { forbidden, invalid, refuseFaults } from '../../errors.ts';
import type { AnswerOf } from '../../contracts/index.ts';
import { hasPermission, mayMoveTo, mayReadDrafts, requirePermission, writerOf } from '../../platform/access/index.ts';
import {
  collections,
  documentName,
  standaloneOperations,
  type StoredDocument,
  type Transaction,
} from '../../platform/db/index.ts';
import { visibleDocumentsAmong } from '../../read/execute/index.ts';
import { builtInUids, componentsIn, editedVersion, type Attributes, type Schema } from '../../schema/index.ts';
import {
  checkBody,
  findRemovedLocales,
  prepareRestore,
  type LostLink,
  type PreparedWrite,
  type RestoredDocument,
} from '../../write/documents/index.ts';
import { matchesCondition, writeConditionFor } from '../../write/permissions/index.ts';
import type { trashContract } from './contract.ts';
import { checkRestorable, queryOf, type TrashContext } from './trashContext.ts';

type RestoreAnswer = AnswerOf<typeof trashContract.operations.restoreRemoved>;

type LostLinkAnswer = RestoreAnswer['meta']['lostLinks'][number];

/** What a restore did; the links that did not come back are complete when it is committed. */
export interface RestoredRemoved extends Pick<RestoreAnswer, 'data'>, RestoredDocument {}

/** Checks the values that replace those of the document: only unique ones can. @returns them in stored form */
const readValues = async (
  { service, caller, type }: TrashContext,
  data: object,
): Promise<Readonly<Record<string, unknown>>> => {
  if (Object.keys(data).length === 0) return {};
  requirePermission(caller, 'update', type.uid);
  const target = { type, status: editedVersion(type), relatable: undefined, onlyWritable: true } as const;
  const { input, errors } = await checkBody(service, target, data);
  const fixed = [...input.keys()].find((name) => {
    const attribute = type.attributes.get(name);
    return attribute?.kind !== 'scalar' || !attribute.unique;
  });
  if (fixed !== undefined)
    throw invalid(`Invalid key ${fixed}: a restore replaces only values that must be unique`, {
      path: `data.${fixed}`,
    });
  const own = errors.filter(({ path }) => Object.hasOwn(data, path[0] ?? ''));
  refuseFaults(own);
  return Object.fromEntries(
    [...input].flatMap(([name, value]) => (value.kind === 'scalar' ? [[name, value.value]] : [])),
  );
};

/** A file comes back at the top of the library if its folder was deleted. */
const withoutDeletedFolder = async (
  { type }: TrashContext,
  documentId: string,
  { db, options }: Transaction,
): Promise<object> => {
  if (type.uid !== builtInUids.file) return {};
  const tombstone = await db
    .collection<StoredDocument>(type.collectionName)
    .findOne({ documentId }, { ...options, projection: { 'removed.published.folder': 1 } });
  const folder = tombstone?.removed?.published?.folder;
  if (typeof folder !== 'string') return {};
  // A write, because a transaction does not conflict with a deletion of the folder that it only reads.
  const { matchedCount } = await db
    .collection<{ readonly _id: string; readonly locks?: number }>(collections.folders)
    .updateOne({ _id: folder }, { $inc: { locks: 1 } }, options);
  return matchedCount === 0 ? { folder: null } : {};
};

const isPrivatePath = (schema: Schema, attributes: Attributes, [name, ...more]: readonly string[]): boolean => {
  const attribute = attributes.get(name ?? '');
  if (attribute === undefined) return false;
  if (attribute.private) return true;
  return componentsIn(attribute).some((uid) =>
    isPrivatePath(schema, schema.components.get(uid)?.attributes ?? new Map(), more),
  );
};

/** Those of the lost links that the caller could read, without private attributes. */
const visibleLinks = async (
  { service, caller, locales }: TrashContext,
  lost: readonly LostLink[],
  unit: Transaction,
): Promise<readonly LostLinkAnswer[]> => {
  const keyOf = ({ uid, locale, version }: LostLink): string => JSON.stringify([uid, locale, version]);
  const answers: LostLinkAnswer[] = [];
  for (const key of new Set(lost.map(keyOf))) {
    const links = lost.filter((link) => keyOf(link) === key);
    const [{ uid, locale, version } = { uid: '', locale: null, version: 'draft' as const }] = links;
    const type = service.schema.types.get(uid);
    if (type === undefined || !hasPermission(caller, 'find', uid)) continue;
    if (version === 'draft' && !mayReadDrafts(caller, uid)) continue;
    const query = queryOf({ service, caller, locales, type }, version, locale);
    const documentIds = [...new Set(links.map(({ documentId }) => documentId))];
    const visible = await visibleDocumentsAmong(service, query, documentIds, unit);
    for (const { documentId, path } of links) {
      const names = path.filter((step) => typeof step === 'string');
      if (visible.has(documentId) && !isPrivatePath(service.schema, type.attributes, names))
        answers.push({ type: uid, documentId, locale, status: version, path: path.join('.') });
    }
  }
  return answers;
};

/**
 * Prepares the restore of a document for a caller. A caller may restore documents that it may read and delete.
 *
 * @param locale the only locale to restore; undefined: every deleted one
 * @param data values that replace those of unique attributes, for which the caller needs the permission to update
 * @returns the write, whose attempt throws ApiError 404 and 403 as `checkRestorable`, and as `prepareRestore`
 * @throws ApiError 400 and 403 for the data
 */
export const restoreRemoved = async (
  context: TrashContext,
  documentId: string,
  locale: string | undefined,
  data: object,
): Promise<PreparedWrite<RestoredRemoved>> => {
  const { service, caller, type } = context;
  const values = await readValues(context, data);
  return {
    about: documentName(type, documentId),
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        const deletedLocales = await findRemovedLocales(service, transaction, type, documentId, locale);
        await checkRestorable(context, documentId, deletedLocales, transaction);
        const all = { ...values, ...(await withoutDeletedFolder(context, documentId, transaction)) };
        const target = { type, documentId, locale, by: writerOf(caller), values: all };
        const { lost } = await prepareRestore(service, target).attempt(transaction);
        if (Object.keys(values).length > 0) {
          await refuseUnapproved(context, documentId, deletedLocales, transaction);
          await checkChanged(context, documentId, deletedLocales, transaction);
        }
        return {
          data: { type: type.uid, documentId, locales: deletedLocales.flatMap((one) => one ?? []).sort() },
          lost,
        };
      }),
  };
};

/** The answer to a restore that is committed. */
export const answerRestore = async (context: TrashContext, { data, lost }: RestoredRemoved): Promise<RestoreAnswer> => {
  const unit = await standaloneOperations(context.service.database);
  return { data, meta: { lostLinks: await visibleLinks(context, lost, unit) } };
};

/** @throws ApiError 403 if the caller may not update the document as it has become */
const checkChanged = async (
  { service, caller, locales, type }: TrashContext,
  documentId: string,
  restored: readonly (string | null)[],
  unit: Transaction,
): Promise<void> => {
  const context = { service, caller, locales, type, locale: undefined };
  const condition = writeConditionFor('update', context);
  if (condition !== undefined && !(await matchesCondition(context, documentId, condition, restored, unit)))
    throw forbidden();
};

/** @throws ApiError 403 if the restore published another value than was approved, and the caller may not approve it */
const refuseUnapproved = async (
  { service, caller, locales, type }: TrashContext,
  documentId: string,
  restored: readonly (string | null)[],
  unit: Transaction,
): Promise<void> => {
  const from = type.review?.publishFrom;
  if (from === undefined) return;
  const published = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne({ documentId, locale: { $in: [...restored] }, published: { $exists: true } }, unit.options);
  if (published === null) return;
  const context = { service, caller, locales, type, locale: undefined };
  const condition = writeConditionFor('review', context);
  const mayApprove =
    mayMoveTo(caller, type.uid, from) &&
    (condition === undefined || (await matchesCondition(context, documentId, condition, restored, unit)));
  if (!mayApprove)
    throw forbidden(`You may not publish another value: only drafts in the stage "${from}" can be published`);
};
