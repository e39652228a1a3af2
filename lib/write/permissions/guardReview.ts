// Keeps the writes of callers to the stages of drafts: only approved drafts are published, and approval is for what was approved.
// In bundles of sites without stages, a stub replaces this module.
import { invalid } from '../../errors.ts';
import { writerOf } from '../../platform/access/index.ts';
import { livingDocumentFilter, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import { reviewNames, stageAfterChange, stageOf, type ContentType, type Review } from '../../schema/index.ts';
import { hasSameContent, storeStage, type PreparedCreate, type PreparedWrite } from '../documents/index.ts';
import { existingConditionFor, type WriteContext } from './refusal.ts';
import { mayReview, stageRights } from './stageRights.ts';

/** @returns why a draft cannot be published; undefined: its stage permits it */
export const stageFault = ({ review }: ContentType, stored: unknown): string | undefined =>
  review?.publishFrom === undefined || stageOf(review, stored) === review.publishFrom
    ? undefined
    : `Only drafts in the stage "${review.publishFrom}" can be published`;

const findDrafts = async (
  { type }: WriteContext,
  documentId: string | undefined,
  { db, options }: Transaction,
): Promise<readonly StoredDocument[]> =>
  db
    .collection<StoredDocument>(type.collectionName)
    .find(livingDocumentFilter(type, documentId), {
      ...options,
      projection: { documentId: 1, locale: 1, revision: 1, draft: 1, published: 1, stageBy: 1, [reviewNames.stage]: 1 },
      useBigInt64: true,
    })
    .toArray();

/** Times alone do not tell: two publications in one transaction may have the same. */
const isPublishedAnew = (before: StoredDocument | undefined, { published }: StoredDocument): boolean =>
  published !== undefined &&
  (before?.published?.updatedAt.getTime() !== published.updatedAt.getTime() ||
    !hasSameContent({ draft: before.published }, { draft: published }));

/** The locales in which the conditions of the caller's permission to review permit the document. */
const reviewableLocales = async (
  context: WriteContext,
  documents: readonly StoredDocument[],
  transaction: Transaction,
): Promise<ReadonlySet<string | null>> => {
  const found = new Set<string | null>();
  for (const document of documents) if (await mayReview(context, document, transaction)) found.add(document.locale);
  return found;
};

/**
 * Puts changed drafts back to an earlier stage (`stageAfterChange`), if the caller may not move them to the one they are in, and
 * tells whoever moved them there.
 *
 * @param before `reviewableLocales` before the change
 * @returns the stages of those that it put back
 */
const returnDrafts = async (
  context: WriteContext,
  review: Review,
  changed: readonly StoredDocument[],
  before: ReadonlySet<string | null>,
  transaction: Transaction,
): Promise<ReadonlyMap<StoredDocument, string>> => {
  const { service, caller, type } = context;
  const after = await reviewableLocales(context, changed, transaction);
  const returned = new Map<StoredDocument, string>();
  for (const document of changed) {
    const { locale, stageBy } = document;
    const from = stageOf(review, document[reviewNames.stage]);
    const to = stageAfterChange(review, from, stageRights(context, before.has(locale) && after.has(locale)));
    if (to === from) continue;
    const news = { by: writerOf(caller), users: [stageBy] };
    await storeStage(transaction, type, document, { from, to }, service.now(), news, true);
    returned.set(document, to);
  }
  return returned;
};

/**
 * Guards a write of an existing document. If its type has stages, the whole write runs in a transaction.
 *
 * @param action `publish`: what hooks of the project change in a draft that is published stays approved
 * @param documentId undefined: the only document of a single type
 * @throws (the attempt) ApiError 400 when it publishes a draft that is not in the stage for it
 */
export const guardReview = <T>(
  context: WriteContext,
  action: 'update' | 'publish',
  documentId: string | undefined,
  write: PreparedWrite<T>,
): PreparedWrite<T> => {
  const { type, locale } = context;
  const { review } = type;
  if (review === undefined) return write;
  const movesAnywhere = review.stages.every(stageRights(context, true));
  if (movesAnywhere && review.publishFrom === undefined && existingConditionFor('review', context) === undefined)
    return write;
  return {
    ...write,
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        const before = await findDrafts(context, documentId, transaction);
        const reviewable = await reviewableLocales(context, before, transaction);
        const written = await write.attempt(transaction);
        const after = await findDrafts(context, documentId, transaction);
        const beforeOf = ({ locale: own }: StoredDocument) => before.find((one) => one.locale === own);
        const changed = after.filter(
          (document) =>
            !hasSameContent(beforeOf(document) ?? {}, document) &&
            !(action === 'publish' && isPublishedAnew(beforeOf(document), document)),
        );
        const returned = await returnDrafts(context, review, changed, reviewable, transaction);
        for (const document of after) {
          const isAffected = locale === undefined || document.locale === locale;
          if (!isAffected || !isPublishedAnew(beforeOf(document), document)) continue;
          const stage = returned.get(document);
          const fault = stageFault(type, stage ?? document[reviewNames.stage]);
          if (fault !== undefined)
            throw invalid(
              stage === undefined ? fault : `${fault}, and this change puts the draft back to the stage "${stage}"`,
            );
        }
        return written;
      }),
  };
};

/** Guards the creation of a document, which is in the first stage. @throws (the attempt) ApiError 400 as `guardReview` */
export const guardNewReview = ({ type }: WriteContext, write: PreparedCreate): PreparedCreate => {
  const fault = stageFault(type, undefined);
  if (fault === undefined) return write;
  return {
    about: write.about,
    attempt: (unit) =>
      unit.inTransaction(async (transaction) => {
        const written = await write.attempt(transaction);
        if (written.published !== undefined) throw invalid(fault);
        return written;
      }),
  };
};
