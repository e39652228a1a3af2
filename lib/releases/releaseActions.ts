// Lists, adds, changes and removes the actions of a release.
import pLimit from 'p-limit';
import {
  ApiError,
  conflict,
  documentNotFound,
  invalid,
  invalidValues,
  refuseFaults,
  type InvalidValue,
} from '../errors.ts';
import { requirePermission } from '../platform/access/index.ts';
import {
  collections,
  isDuplicateKey,
  standaloneOperations,
  livingDocumentFilter,
  type StoredDocument,
  type Transaction,
} from '../platform/db/index.ts';
import type { ContentType } from '../schema/index.ts';
import { runInTransaction } from '../write/documents/index.ts';
import { checkBody } from '../contracts/index.ts';
import { findAgentChange, findVersionNumber } from './agentChanges.ts';
import { maxActions, releaseContract } from './contract.ts';
import { authorOf, releasableType, releaseNotFound, type ReleaseContext } from './releaseContext.ts';
import { alreadyDone } from './releases.ts';
import { checkRelease, checkView, storeStatus } from './releaseState.ts';
import { checkPublishable, findRelease, hasRight, requireRight } from './releaseViews.ts';
import type { SeenAction } from './seenActions.ts';
import { actionsIn, everyLocale, nextCheck, releasesIn, type ActionType, type StoredAction } from './storedReleases.ts';
import { findVisibility, isOwn } from './visibleActions.ts';

/** An action as a request names it. */
export interface NewAction {
  readonly type: ActionType;
  readonly contentType: string;
  /** Absent: the document of a single type. */
  readonly entryDocumentId?: string | null | undefined;
  /** Absent: the default locale. */
  readonly locale?: string | null | undefined;
}

const toAnswer = ({ action, reasons, title, draftStatus }: SeenAction) => ({
  ...{ id: action._id, type: action.type, contentType: action.contentType, entryDocumentId: action.documentId },
  ...{ locale: action.locale, isEntryValid: reasons.length === 0, reasons, title, status: draftStatus },
});

type ActionAnswer = ReturnType<typeof toAnswer>;

/** @returns a release and its actions that the caller may know of, checked now. @throws ApiError 404 */
export const readActions = async (context: ReleaseContext, id: number) => {
  const view = await checkView(context, await findRelease(context, id));
  const isDone = view.release.releasedAt !== null;
  const actions = view.seen.map((one) => toAnswer(isDone ? { ...one, reasons: [] } : one));
  return { view, actions };
};

/** The documents of how many actions are looked up in the history at the same time. */
const parallelDocuments = 4;

/**
 * @returns the actions of a release that the caller may know of, in change sets with what the agent did, how many others there are, and
 *   the ids of those, for callers who may remove them
 * @throws ApiError 404
 */
export const listActions = async (context: ReleaseContext, id: number) => {
  const { view, actions } = await readActions(context, id);
  const { release, hidden, seen, visible } = view;
  const limit = pLimit(parallelDocuments);
  const unit = await standaloneOperations(context.service.database);
  const changes = seen.map(({ action }) =>
    limit(async () => {
      if (action.change === undefined || release.releasedAt !== null || !visible.has(action)) return {};
      const { created, before, reason: left } = await findAgentChange(context, action);
      const version = await findVersionNumber(context.service, unit, action);
      return { change: { created, before: before?.revision ?? null, version, left } };
    }),
  );
  const found = await Promise.all(changes);
  const data = actions.map((answer, index) => ({ ...answer, ...found[index] }));
  const ids = hasRight(context, release, 'update') ? hidden : [];
  return { data, meta: { hidden: { count: hidden.length, ids } } };
};

/** The type and locale of a new action. @throws ApiError 400 naming what is wrong, 403 without the permission to publish */
const resolveTypeAndLocale = (
  { service, caller, locales }: ReleaseContext,
  { contentType, locale }: NewAction,
): { readonly type: ContentType; readonly locale: string | null } => {
  const type = releasableType(service.schema, contentType);
  if (type === undefined) {
    const message = `There is no content type ${contentType} with drafts`;
    throw invalidValues([{ path: ['contentType'], message, value: contentType }]);
  }
  requirePermission(caller, 'publish', type.uid);
  if (!type.localized) {
    if (locale === undefined || locale === null) return { type, locale: null };
    throw invalidValues([{ path: ['locale'], message: `${type.displayName} has no locales`, value: locale }]);
  }
  const chosen = locale ?? locales.defaultLocale;
  if (chosen === everyLocale || locales.codes.has(chosen)) return { type, locale: chosen };
  const expected = [...locales.codes, everyLocale].join(', ');
  const message = `Unknown locale ${chosen}: expected one of ${expected}`;
  throw invalidValues([{ path: ['locale'], message, value: chosen }]);
};

/** An action that can be stored in a release. */
export type ResolvedAction = Omit<StoredAction, '_id' | 'release'>;

/**
 * Resolves an action to one that can be stored.
 *
 * @throws ApiError 400 naming what is wrong; 403 if the caller may not publish the document; 404 if the version that the action is
 *   about does not exist for the caller
 */
export const resolveAction = async (context: ReleaseContext, added: NewAction): Promise<ResolvedAction> => {
  const { type, locale } = resolveTypeAndLocale(context, added);
  const isSingle = type.kind === 'singleType';
  if (!isSingle && (added.entryDocumentId ?? '') === '')
    throw invalidValues([{ path: ['entryDocumentId'], message: 'entryDocumentId is a required field', value: null }]);
  const db = await context.service.database.get();
  const filter = livingDocumentFilter(
    type,
    isSingle ? undefined : (added.entryDocumentId ?? undefined),
    locale === everyLocale ? undefined : locale,
  );
  const found = await db
    .collection<StoredDocument>(type.collectionName)
    .findOne(filter, { projection: { documentId: 1 } });
  // A hidden document takes the same way as an absent one.
  const documentId = found?.documentId ?? added.entryDocumentId ?? '';
  const target = { type: added.type, contentType: type.uid, documentId, locale };
  const visible = await findVisibility(context, [target]);
  if (found === null || !visible.has(target)) throw documentNotFound();
  await checkPublishable(context, target);
  return { ...target, author: authorOf(context.caller) };
};

const isSameDocument = (one: ResolvedAction, other: ResolvedAction): boolean =>
  one.contentType === other.contentType &&
  one.documentId === other.documentId &&
  (one.locale === other.locale || one.locale === everyLocale || other.locale === everyLocale);

/**
 * Stores actions in a release that is not done. One that the caller does not know of gives way: a refusal would tell that its
 * document is in the release.
 *
 * @returns the stored ones, without those whose document is in the release already
 * @throws ApiError 400 for more than 500 documents, 409 if the release is done
 */
export const insertActions = async (
  context: ReleaseContext,
  unit: Transaction,
  release: number,
  added: readonly ResolvedAction[],
): Promise<readonly StoredAction[]> => {
  const { db, options } = unit;
  const existing = await actionsIn(db).find({ release }, options).toArray();
  const same = existing.filter((one) => added.some((other) => isSameDocument(one, other)));
  const visible = await findVisibility(context, same);
  const replaced = same.filter((one) => !visible.has(one) && !isOwn(context, one.author));
  const kept = existing.filter((one) => !replaced.includes(one));
  const chosen: StoredAction[] = [];
  for (const one of added)
    if (![...kept, ...chosen].some((other) => isSameDocument(one, other)))
      chosen.push({ _id: await context.service.sequences.next(collections.releaseActions), release, ...one });
  const count = kept.length + chosen.length;
  if (count > maxActions)
    throw invalid(`A release has at most ${maxActions} documents, and this one would have ${count}: use another one`, {
      limit: maxActions,
      count,
    });
  await touchRelease(context, unit, release, chosen.length - replaced.length);
  if (replaced.length > 0) await actionsIn(db).deleteMany({ _id: { $in: replaced.map(({ _id }) => _id) } }, options);
  if (chosen.length > 0) await actionsIn(db).insertMany(chosen, options);
  return chosen;
};

/** Counts a change of a release. An attempt that failed does not count any more. @throws ApiError 409 if it is done */
export const touchRelease = async (
  { service }: Pick<ReleaseContext, 'service'>,
  { db, options }: Transaction,
  _id: number,
  added: number,
): Promise<void> => {
  const updated = await releasesIn(db).updateOne(
    { _id, releasedAt: null },
    [
      {
        $set: {
          updatedAt: service.now(),
          revision: { $add: ['$revision', 1] },
          actionCount: { $add: ['$actionCount', added] },
          due: nextCheck(),
        },
      },
      { $unset: 'failure' },
    ],
    options,
  );
  if (updated.matchedCount === 0)
    throw (await releasesIn(db).findOne({ _id }, options)) === null ? releaseNotFound() : alreadyDone();
};

const alreadyIn = (): ApiError => conflict('The document is in the release already');

const addResolved = async (
  context: ReleaseContext,
  release: number,
  added: readonly ResolvedAction[],
): Promise<readonly ActionAnswer[]> => {
  const stored = await runInTransaction(context.service, (unit) => insertActions(context, unit, release, added)).catch(
    (error: unknown) => {
      // Two requests added the document at once.
      throw isDuplicateKey(error) ? alreadyIn() : error;
    },
  );
  const ids = new Set(stored.map(({ _id }) => _id));
  return (await readActions(context, release)).actions.filter(({ id }) => ids.has(id));
};

/** @throws ApiError 404; 403 without the right to update the release; 400 for the schedule of a document, which has no others */
const requireExtensible = async (context: ReleaseContext, id: number): Promise<void> => {
  const view = await findRelease(context, id);
  await requireRight(context, view, 'update');
  if (view.release.name === null) throw invalid('This is the schedule of a single document: create a release');
};

/**
 * @throws ApiError 404 if the release or the document does not exist for the caller; 403 if the caller may not update the release or
 *   not publish the document; 409 if it is in the release already, or if the release is done; 400 for other faults
 */
export const addAction = async (context: ReleaseContext, release: number, action: NewAction): Promise<ActionAnswer> => {
  await requireExtensible(context, release);
  const [added] = await addResolved(context, release, [await resolveAction(context, action)]);
  if (added === undefined) throw alreadyIn();
  return added;
};

const faultsOf = ({ status, message, details }: ApiError, index: number): readonly InvalidValue[] => {
  const at = String(index);
  if (status === 404) return [{ path: [at, 'entryDocumentId'], message, value: undefined }];
  const { errors } = details as { readonly errors?: readonly InvalidValue[] }; // `invalidValues` made it
  return (errors ?? [{ path: [], message, value: undefined }]).map((one) => ({ ...one, path: [at, ...one.path] }));
};

/**
 * Adds the actions of a list.
 *
 * @param isAtomic all or nothing; else `refused` has those whose document does not exist for the caller, or may not be published
 * @throws ApiError 404 and 403 for the release; 400 naming every fault with its place in the list
 */
export const addActions = async (
  context: ReleaseContext,
  release: number,
  bodies: readonly unknown[],
  isAtomic: boolean,
) => {
  await requireExtensible(context, release);
  const resolved: ResolvedAction[] = [];
  const faults: InvalidValue[] = [];
  const refused: { readonly index: number; readonly status: number; readonly message: string }[] = [];
  for (const [index, body] of bodies.entries())
    try {
      resolved.push(await resolveAction(context, checkBody(releaseContract, 'addReleaseAction', body)));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const { status, message } = error;
      if (isAtomic || status === 400) faults.push(...faultsOf(error, index));
      else refused.push({ index, status, message });
    }
  refuseFaults(faults);
  const data = await addResolved(context, release, resolved);
  const counts = { entriesAlreadyInRelease: resolved.length - data.length, totalEntries: bodies.length };
  return { data, meta: isAtomic ? counts : { ...counts, refused } };
};

/**
 * Changes what an action does; from now on the rights of the caller count.
 *
 * @throws ApiError 404 also for an action that the caller does not see; 403 without the rights to update the release and to publish the
 *   document; 409
 */
export const changeAction = async (
  context: ReleaseContext,
  release: number,
  id: number,
  type: ActionType,
): Promise<ActionAnswer> => {
  const view = await findRelease(context, release);
  const action = view.actions.find(({ _id }) => _id === id);
  if (action === undefined) throw releaseNotFound();
  await requireRight(context, view, 'update');
  const target = { ...action, type };
  if (!(await findVisibility(context, [target])).has(target)) throw documentNotFound();
  await checkPublishable(context, action);
  await runInTransaction(context.service, async (unit) => {
    await touchRelease(context, unit, release, 0);
    const $set = { type, author: authorOf(context.caller) };
    await actionsIn(unit.db).updateOne({ _id: id, release }, { $set }, unit.options);
  });
  const changed = (await readActions(context, release)).actions.find((one) => one.id === id);
  if (changed === undefined) throw releaseNotFound();
  return changed;
};

/**
 * Removes an action; nothing happens to its document. Whoever may update the release removes also hidden ones, by their id, and authors
 * their own.
 *
 * @throws ApiError 404, 403 and 409
 */
export const removeAction = async (context: ReleaseContext, release: number, id: number): Promise<void> => {
  const view = await findRelease(context, release);
  const action = view.actions.find(({ _id }) => _id === id);
  const isHidden = view.hidden.includes(id) && hasRight(context, view.release, 'update');
  if (action === undefined && !isHidden) throw releaseNotFound();
  if (action === undefined || !isOwn(context, action.author)) await requireRight(context, view, 'update');
  await runInTransaction(context.service, async (unit) => {
    const { deletedCount } = await actionsIn(unit.db).deleteOne({ _id: id, release }, unit.options);
    if (deletedCount === 0) throw releaseNotFound();
    await touchRelease(context, unit, release, -1);
  });
  const stored = await releasesIn(await context.service.database.get()).findOne({ _id: release });
  if (stored !== null) await storeStatus(context, stored, await checkRelease(context, stored));
};
