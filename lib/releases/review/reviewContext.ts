// Finds the draft that a request about its stage or its assignee names.
import { documentNotFound, notFound } from '../../errors.ts';
import {
  hasPermission,
  missingPermission,
  opensEditor,
  requireEditor,
  requirePermission,
  type Caller,
  type DocumentRequest,
} from '../../platform/access/index.ts';
import {
  livingDocumentFilter,
  standaloneOperations,
  type StoredDocument,
  type Transaction,
} from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { isDocumentVisible } from '../../read/execute/index.ts';
import { readQuery, writtenLocale, type Locales, type Query } from '../../read/query/index.ts';
import { reviewNames, type ContentType, type Review } from '../../schema/index.ts';

/** The draft, which exists for the caller. */
export interface ReviewContext extends Omit<DocumentRequest, 'locale'> {
  readonly service: Service;
  readonly review: Review;
  readonly locales: Locales;
  /** null if the type is not localized. */
  readonly locale: string | null;
}

const draftQueryOf = (
  service: Service,
  caller: Caller,
  locales: Locales,
  type: ContentType,
  locale: string | undefined,
): Query =>
  readQuery(
    new URLSearchParams({ status: 'draft', ...(locale === undefined ? {} : { locale }) }).toString(),
    type,
    caller,
    { ...service, locales },
    {
      action: type.kind === 'singleType' ? 'find' : 'findOne',
    },
  );

/**
 * @throws ApiError 404 for a type without stages, 403 for a caller who may not read drafts of the type, or cannot open the editor, 404 if
 *   the draft does not exist for the caller
 */
export const reviewContext = async (
  service: Service,
  { locale: requestedLocale, ...request }: DocumentRequest,
): Promise<ReviewContext> => {
  const { caller, type, documentId } = request;
  const { review } = type;
  if (review === undefined) throw notFound();
  requireEditor(caller);
  requirePermission(caller, type.kind === 'singleType' ? 'find' : 'findOne', type.uid);
  const locales = await service.locales.known();
  const draftQuery = draftQueryOf(service, caller, locales, type, requestedLocale);
  const locale = writtenLocale(draftQuery, locales);
  if (!(await isDocumentVisible(service, draftQuery, documentId, await standaloneOperations(service.database))))
    throw documentNotFound();
  return { ...request, service, review, locales, locale };
};

/** @throws ApiError 404 if there is no draft */
export const findDraft = async (
  { type, documentId, locale }: ReviewContext,
  { db, options }: Transaction,
): Promise<StoredDocument> => {
  const stored = await db
    .collection<StoredDocument>(type.collectionName)
    .findOne(
      { ...livingDocumentFilter(type, documentId, locale), 'draft.id': { $exists: true } },
      { ...options, projection: { documentId: 1, locale: 1, revision: 1, updatedBy: 1, ...selectedReview } },
    );
  if (stored === null) throw documentNotFound();
  return stored;
};

const selectedReview = Object.fromEntries(Object.values(reviewNames).map((name) => [name, 1] as const));

/** Whether the caller could open the draft in the editor. */
export const mayEdit = async (
  { service, locales, locale, type, documentId }: ReviewContext,
  caller: Caller,
): Promise<boolean> => {
  const reading = type.kind === 'singleType' ? ['find'] : ['find', 'findOne'];
  if (!opensEditor(caller) || ![...reading, 'update'].every((action) => hasPermission(caller, action, type.uid)))
    return false;
  const query = draftQueryOf(service, caller, locales, type, locale ?? undefined);
  return isDocumentVisible(service, query, documentId, await standaloneOperations(service.database));
};

/** The action that lets the caller change the assignee. @throws ApiError 403 if none does */
export const assigningAction = ({ caller, type }: Pick<ReviewContext, 'caller' | 'type'>): 'update' | 'review' => {
  const action = (['update', 'review'] as const).find((one) => hasPermission(caller, one, type.uid));
  if (action === undefined) throw missingPermission(caller, 'update', type.uid);
  return action;
};
