// Prepares the writes of a job: what it does with a document, and what takes that back.
import { conflict, forbidden, refuseFaults } from '../errors.ts';
import { restoreRemoved, trashContext } from '../history/trash/index.ts';
import { draftVersions, withRestore } from '../history/versions/index.ts';
import { requirePermission, type Caller } from '../platform/access/index.ts';
import { documentName } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { writtenLocales, type Locales } from '../read/query/index.ts';
import { assigningAction, findAssignee, prepareAssign, prepareMove, reviewContext } from '../releases/review/index.ts';
import { editedVersion, stageOf, type ContentType, type Status } from '../schema/index.ts';
import { asTransaction, checkBody, type PreparedWrite } from '../write/documents/index.ts';
import { prepareCallerDelete, prepareCallerTransition, prepareCallerUpdate } from '../write/operations/index.ts';
import { relatableDocumentsFor } from '../write/permissions/index.ts';
import type { Change, StoredItem } from './storedJobs.ts';

/** What the writes of a job share. */
export interface ChangeContext {
  readonly service: Service;
  /** With the permissions that the user has now. */
  readonly caller: Caller;
  readonly locales: Locales;
  readonly type: ContentType;
  /** null if the type is not localized; undefined: all. */
  readonly locale: string | null | undefined;
  readonly change: Change;
}

type Write = PreparedWrite<unknown>;

const permissions = { publish: 'publish', unpublish: 'publish', update: 'update', delete: 'delete' } as const;

const reviewOf = ({ service, caller, type, locale }: ChangeContext, documentId: string) =>
  reviewContext(service, { caller, type, documentId, locale: locale ?? undefined, readIfMatch: () => undefined });

/**
 * Prepares what a job does with a document.
 *
 * @throws ApiError 403 without the permission, 404 and 400 as the request that does it with one document; and so does the write
 */
export const prepareChange = async (context: ChangeContext, documentId: string): Promise<Write> => {
  const { caller, locales, type, change } = context;
  const { action, data, id = null } = change;
  // The locale may be gone.
  const locale = writtenLocales({ type, locale: { one: context.locale ?? locales.defaultLocale } }, locales);
  if (action === 'stage') return prepareMove(await reviewOf(context, documentId), { id: id ?? 0 });
  if (action === 'assignee') return prepareAssign(await reviewOf(context, documentId), id);
  requirePermission(caller, permissions[action], type.uid);
  if (action === 'delete') return prepareCallerDelete(context, documentId);
  const scope = { ...context, locale: locale ?? null };
  if (action === 'update') return prepareCallerUpdate(scope, { status: editedVersion(type) }, documentId, data);
  return prepareCallerTransition(scope, documentId, action);
};

/** Checks a change before any document is read. @throws ApiError 403 without the permission, 400 for the values */
export const checkChange = async (context: ChangeContext): Promise<void> => {
  const { service, caller, locales, type, change } = context;
  const { review } = type;
  const { action, data, id } = change;
  if (action === 'update') {
    requirePermission(caller, 'update', type.uid);
    const relatable = relatableDocumentsFor(service, caller, locales);
    const target = { type, status: editedVersion(type), relatable, onlyWritable: true } as const;
    refuseFaults((await checkBody(service, target, data)).errors);
  } else if (action !== 'stage' && action !== 'assignee') requirePermission(caller, permissions[action], type.uid);
  else if (review !== undefined) {
    const ofAny = { ...context, review, documentId: undefined, locale: null, readIfMatch: () => undefined };
    if (action === 'assignee') assigningAction(ofAny);
    else prepareMove(ofAny, { id: id ?? 0 });
  }
};

type Run = (write: Write) => Promise<void>;

/** Makes one transaction of several writes. */
const inOrder = (about: string, ...writes: readonly Write[]): Write =>
  asTransaction({
    about,
    attempt: async (unit) => {
      for (const write of writes) await write.attempt(unit);
    },
  });

/**
 * Prepares what takes a change back, and runs it.
 *
 * @param run is called once or, if a version moves meanwhile, again
 * @throws ApiError as the request that does it; 409 where there is nothing to go back to
 */
export const withUndo = async (
  context: ChangeContext,
  { documentId, before = [], after = [] }: StoredItem,
  run: Run,
): Promise<void> => {
  const { service, caller, locales, type, change } = context;
  const about = documentName(type, documentId);
  const nothing: Write = { about, attempt: () => Promise.resolve() };
  if (change.action === 'delete') {
    const trash = await trashContext(service, caller, type.uid);
    const earlier = new Set(before.map(({ deletion }) => deletion));
    const removed = after.filter(({ deletion }) => deletion !== null && !earlier.has(deletion));
    const restores = removed.map(({ locale }) => restoreRemoved(trash, documentId, locale ?? undefined, {}));
    return run(inOrder(about, ...(await Promise.all(restores))));
  }
  const [one] = before;
  if (one === undefined || one.deletion !== null) throw conflict('The job has created the document in this locale');
  const { locale, version, status, stage, assignee } = one;
  const scope = { service, caller, locales, type, locale };
  const restoring = async (from: Status, next: Run, attributes?: readonly string[]): Promise<void> => {
    const versions = await draftVersions(scope, documentId, from);
    const paths = attributes?.map((name) => [name]);
    return withRestore(versions, String(version), { paths, empties: true }, next);
  };
  switch (change.action) {
    case 'update':
      // Links that other documents have moved since are in others: they stay.
      return restoring('draft', run, change.attributes);
    case 'stage': {
      const review = await reviewOf(context, documentId);
      return run(prepareMove(review, { name: stageOf(review.review, stage) }));
    }
    case 'assignee': {
      const review = await reviewOf(context, documentId);
      const user = await findAssignee(review, assignee);
      if (assignee !== null && user === null) throw forbidden('The draft cannot be assigned to that user any more');
      return run(await prepareAssign(review, user?.id ?? null));
    }
    case 'publish':
    case 'unpublish': {
      requirePermission(caller, 'publish', type.uid);
      const publish = prepareCallerTransition(scope, documentId, 'publish');
      if (status === 'published') return run(change.action === 'publish' ? nothing : publish);
      if (status === 'draft') return run(prepareCallerTransition(scope, documentId, 'unpublish'));
      // Of a modified document both versions differed: the published one becomes the draft and is published, then the draft returns.
      return restoring('published', (earlier) =>
        restoring('draft', (draft) => run(inOrder(about, earlier, publish, draft))),
      );
    }
  }
};
