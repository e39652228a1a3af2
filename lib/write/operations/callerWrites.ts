// Prepares the writes of callers: checks the body, and adds the caller's conditions and the hooks of the project.
import type { ExpectedRevisions, StoredDocument } from '../../platform/db/index.ts';
import { writerOf, type Caller, type Action } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import type { ContentType, Status } from '../../schema/index.ts';
import {
  relatableDocumentsFor,
  type WriteContext,
  guardCreate,
  guardWrite,
  guardDiscard,
} from '../permissions/index.ts';
import {
  type DeleteHooks,
  type WriteHooks,
  type WriteTarget,
  prepareCreate,
  type PreparedCreate,
  preparePutSingle,
  prepareUpdate,
  type PreparedWrite,
  prepareDelete,
  prepareMissingDelete,
  prepareTransition,
} from '../documents/index.ts';

/** A write of one document in one locale. */
export interface OneLocaleContext extends WriteContext {
  /** null if the type is not localized. */
  readonly locale: string | null;
}

export interface WriteOptions {
  /** `published` also publishes the document; `draft` leaves the published version as it is. */
  readonly status: Status;
  /** The condition of an `If-Match` header. */
  readonly expected?: ExpectedRevisions | undefined;
  /** The version that the body restores. */
  readonly restored?: WriteTarget['restored'];
}

/** Finds the project's hooks on a type. */
export interface HooksFor {
  /** @returns undefined if the type has no hooks on writes */
  readonly write: (service: Service, caller: Caller, type: ContentType) => WriteHooks | undefined;
  /** @returns undefined if the type has no hooks on deletions */
  readonly delete: (service: Service, caller: Caller, type: ContentType) => DeleteHooks | undefined;
}

/** The target of a caller's write: the caller may relate it only to documents that the caller may find. */
const writeTargetFor = (
  hooksFor: HooksFor,
  { service, caller, locales, type, locale }: OneLocaleContext,
  { status, expected, restored }: WriteOptions,
): WriteTarget => ({
  type,
  locale,
  status,
  expected,
  restored,
  by: writerOf(caller),
  relatable: relatableDocumentsFor(service, caller, locales),
  onlyWritable: true,
  hooks: hooksFor.write(service, caller, type),
});

/**
 * Checks the body and returns the write, which `runWrite` or `writeOnce` runs.
 *
 * @param data the body's `data`
 * @throws ApiError 400 for faults in the body itself; the write: 400 for its other faults, 403 if the caller may not create
 *   such a document
 */
export const prepareCallerCreate = async (
  hooksFor: HooksFor,
  context: OneLocaleContext,
  options: WriteOptions,
  data: unknown,
): Promise<PreparedCreate> =>
  guardCreate(context, await prepareCreate(context.service, writeTargetFor(hooksFor, context, options), data));

/**
 * Checks the body and returns the write, which `runWrite` or `writeOnce` runs.
 *
 * @param documentId undefined: the one document of a single type, which is created if it does not exist
 * @param data the body's `data`; attributes that it does not name keep their values
 * @throws ApiError 400 for faults in the body itself; the write: 400 for its other faults, 403 and 404 for a document that
 *   the caller may not update or not see, 412 if the document is not the expected one
 */
export const prepareCallerUpdate = async (
  hooksFor: HooksFor,
  context: OneLocaleContext,
  options: WriteOptions,
  documentId: string | undefined,
  data: unknown,
): Promise<PreparedWrite<StoredDocument>> => {
  const { service } = context;
  const target = writeTargetFor(hooksFor, context, options);
  const write = await (documentId === undefined
    ? preparePutSingle(service, target, data)
    : prepareUpdate(service, target, documentId, data));
  return guardWrite(context, 'update', documentId, write);
};

/**
 * Returns the write that deletes both versions of a document, in one locale or in all. It succeeds if there is no such
 * document.
 *
 * @param documentId undefined: the one document of a single type
 * @param action the permission that the caller needs: users have `destroy`
 * @throws the write: ApiError 403 for a document that the caller may see but not delete, 412 if it is not the expected one
 */
export const prepareCallerDelete = (
  hooksFor: HooksFor,
  context: WriteContext,
  documentId: string | undefined,
  { expected, action = 'delete' }: { readonly expected?: ExpectedRevisions | undefined; readonly action?: Action } = {},
): PreparedWrite<void> => {
  const { service, caller, type, locale } = context;
  const target = { type, locale, expected, by: writerOf(caller), hooks: hooksFor.delete(service, caller, type) };
  const write = prepareDelete(service, target, documentId);
  return guardWrite(context, action, documentId, write, prepareMissingDelete(target));
};

/**
 * Returns the write that changes the versions of a document, in one locale or in all.
 *
 * @param documentId undefined: the one document of a single type
 * @returns the write of the documents as stored, one for each locale
 * @throws the write: ApiError 403 and 404 for a document that the caller may not publish or not see, 412 if it is not the
 *   expected one
 */
export const prepareCallerTransition = (
  hooksFor: HooksFor,
  context: WriteContext,
  documentId: string | undefined,
  action: Parameters<typeof prepareTransition>[3],
  expected?: ExpectedRevisions,
): PreparedWrite<readonly StoredDocument[]> => {
  const { service, caller, type, locale } = context;
  // Unpublishing writes no values.
  const hooks = action === 'unpublish' ? undefined : hooksFor.write(service, caller, type);
  const target = { type, locale, expected, by: writerOf(caller), hooks };
  const write = prepareTransition(service, target, documentId, action);
  const guarded = action === 'discard-draft' ? guardDiscard(context, documentId, write) : write;
  return guardWrite(context, 'publish', documentId, guarded);
};

type Bound<F> = F extends (hooksFor: HooksFor, ...rest: infer R) => infer T ? (...rest: R) => T : never;

/** The functions of this file for the same hooks, and the hooks. */
export interface CallerWrites {
  readonly hooksFor: HooksFor;
  readonly prepareCallerCreate: Bound<typeof prepareCallerCreate>;
  readonly prepareCallerUpdate: Bound<typeof prepareCallerUpdate>;
  readonly prepareCallerTransition: Bound<typeof prepareCallerTransition>;
  readonly prepareCallerDelete: Bound<typeof prepareCallerDelete>;
}

/** @param hooksFor a parameter, because hooks write documents too, with the same functions */
export const callerWrites = (hooksFor: HooksFor): CallerWrites => ({
  hooksFor,
  prepareCallerCreate: (...rest) => prepareCallerCreate(hooksFor, ...rest),
  prepareCallerUpdate: (...rest) => prepareCallerUpdate(hooksFor, ...rest),
  prepareCallerTransition: (...rest) => prepareCallerTransition(hooksFor, ...rest),
  prepareCallerDelete: (...rest) => prepareCallerDelete(hooksFor, ...rest),
});
