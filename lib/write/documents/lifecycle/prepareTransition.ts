// Publishes or unpublishes a document, or discards its draft, in one locale or in all.
import {
  documentName,
  mapItems,
  livingDocumentFilter,
  type ExpectedRevisions,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import {
  ApiError,
  documentNotFound,
  invalid,
  invalidValues,
  notPublished,
  refuseFaults,
  type InvalidValue,
} from '../../../errors.ts';
import { checkVersion } from '../../input/index.ts';
import type { ContentType, Schema, Transition } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { transitionSpecs } from './transitionSpecs.ts';
import { commit } from './commit.ts';
import { checkExpected } from './checkExpected.ts';
import { rewrite, type RewriteInput } from './rewrite.ts';
import type { WriteHooks } from '../hooks/types.ts';
import { withoutReplaced } from '../versions/replacedVersion.ts';
import { withUniqueCheck } from '../values/unique.ts';
import { asHookedTransaction, type PreparedWrite } from './preparedWrite.ts';

interface TransitionTarget {
  readonly type: ContentType;
  /** null when the type is not localized; undefined: every locale of the document. */
  readonly locale: string | null | undefined;
  /** The precondition. A transition of several locales can only expect that the document exists. */
  readonly expected?: ExpectedRevisions | undefined;
  /** Who changes the document, as `updatedBy` stores it; undefined: the public or the system. */
  readonly by: string | undefined;
  /** The project's hooks on writes of the type; undefined: it has none. */
  readonly hooks: WriteHooks | undefined;
}

/**
 * Prepares a transition of a document. Throws for a type without drafts.
 *
 * @param documentId undefined: the only document of a single type
 * @returns a write whose attempt returns the stored documents, ordered by locale. Locales without the version that the
 *   transition starts from do not change. The attempt throws ApiError 404 when the document does not exist, or has that
 *   version in no locale; 412 when it does not meet the precondition; 400 naming everything that prevents publishing
 */
export const prepareTransition = (
  service: Service,
  { type, locale, expected, by, hooks }: TransitionTarget,
  documentId: string | undefined,
  action: Transition,
): PreparedWrite<readonly StoredDocument[]> => {
  if (!type.draftAndPublish) throw invalid(`${type.displayName} has no drafts: there is nothing to ${action}`);
  const { from, change } = transitionSpecs[action];
  const step = async (unit: Transaction, before: StoredDocument, following: readonly StoredDocument[]) => {
    const result = await change(service, unit, { type, by, hooks }, before, following);
    return (whole: Transaction): Promise<StoredDocument> =>
      commit(whole, type, transitionWrite(service.schema, type, before, { ...result, by }), result.relatedUpdates);
  };
  const attempt = async (unit: Transaction): Promise<readonly StoredDocument[]> => {
    const living = await livingLocales(unit, type, documentId);
    const affected = locale === undefined ? living : living.filter((document) => document.locale === locale);
    if (affected.length === 0) throw documentNotFound();
    const [first, ...rest] = affected.filter((document) => document[from] !== undefined);
    if (first === undefined) throw action === 'publish' ? documentNotFound() : notPublished();
    for (const document of affected) checkExpected(expected, document);
    if (hooks !== undefined && rest.length > 0)
      return mapItems(unit, [first, ...rest], async ({ documentId: id, locale: changed }) => {
        // A hook can change the attributes that the locales share, so each change starts from those before it.
        const current = await livingLocales(unit, type, id);
        const before = current.find((document) => document.locale === changed);
        if (before === undefined) throw new Error('a locale is gone in the middle of a transaction');
        const following = current.filter((document) => document !== before);
        return (await withLocaleInFaults(changed, () => step(unit, before, following)))(unit);
      });
    if (action === 'publish' && affected.length > 1) checkDrafts(service, type, affected);
    // The changed locales agree in their shared attributes, so the other locales follow the first of them.
    const others = living.filter((document) => document !== first && !rest.includes(document));
    const steps = [
      await step(unit, first, others),
      ...(await mapItems(unit, rest, (before) => step(unit, before, []))),
    ];
    if (rest.length === 0) return mapItems(unit, steps, (apply) => apply(unit));
    return unit.inTransaction((whole) => mapItems(whole, steps, (apply) => apply(whole)));
  };
  return asHookedTransaction({ hooks }, { about: documentName(type, documentId), attempt });
};

/** The stored document in all of its locales, ordered by locale. */
const livingLocales = (
  { db, options }: Transaction,
  type: ContentType,
  documentId: string | undefined,
): Promise<readonly StoredDocument[]> =>
  db
    .collection<StoredDocument>(type.collectionName)
    .find(livingDocumentFilter(type, documentId), { ...options, projection: withoutReplaced, useBigInt64: true })
    .sort({ locale: 1 })
    .toArray();

/** Adds the locale to the faults of one locale. */
const withLocaleInFaults = async <T>(locale: string | null, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !Array.isArray(error.details.errors)) throw error;
    // The cast is safe: `invalidValues` made the list.
    throw invalidValues((error.details.errors as readonly InvalidValue[]).map((fault) => ({ ...fault, locale })));
  }
};

/** @throws ApiError 400 naming everything that prevents publishing, with its locale */
const checkDrafts = ({ schema }: Service, type: ContentType, documents: readonly StoredDocument[]): void => {
  const faults = documents.flatMap(({ locale, draft }) =>
    draft === undefined ? [] : checkVersion(schema, type, draft).map((fault) => ({ ...fault, locale })),
  );
  refuseFaults(faults);
};

/** The write of one locale, done only if it has not changed since it was read. */
const transitionWrite =
  (schema: Schema, type: ContentType, before: StoredDocument, change: RewriteInput) =>
  (unit: Transaction): Promise<StoredDocument> => {
    const { documentId, locale } = before;
    const { versions } = change;
    return withUniqueCheck(unit, { type, documentId, locale, versions, before }, () =>
      rewrite(unit, schema, type, before, change),
    );
  };
