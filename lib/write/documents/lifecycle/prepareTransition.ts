// Publishes or unpublishes a document, or discards its draft, in one locale or in all.
import {
  mapItems,
  livingDocumentFilter,
  type ExpectedRevisions,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import { documentNotFound, invalid, invalidValues, notPublished } from '../../../errors.ts';
import { checkVersion } from '../../input/index.ts';
import type { ContentType, Transition } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { transitionSpecs, type TransitionResult } from './transitionSpecs.ts';
import { commit } from './commit.ts';
import { checkExpected } from './checkExpected.ts';
import { rewrite } from './rewrite.ts';
import { withUniqueCheck } from '../values/unique.ts';
import { documentName, type PreparedWrite } from './preparedWrite.ts';

interface TransitionTarget {
  readonly type: ContentType;
  /** null when the type is not localized; undefined: every locale of the document. */
  readonly locale: string | null | undefined;
  /** The precondition. A transition of several locales can only expect that the document exists. */
  readonly expected?: ExpectedRevisions | undefined;
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
  { type, locale, expected }: TransitionTarget,
  documentId: string | undefined,
  action: Transition,
): PreparedWrite<readonly StoredDocument[]> => {
  if (!type.draftAndPublish) throw invalid(`${type.displayName} has no drafts: there is nothing to ${action}`);
  return {
    about: documentName(type, documentId),
    attempt: async (unit) => {
      const living = await unit.db
        .collection<StoredDocument>(type.collectionName)
        .find(livingDocumentFilter(type, documentId), { ...unit.options, useBigInt64: true })
        .sort({ locale: 1 })
        .toArray();
      const affected = locale === undefined ? living : living.filter((document) => document.locale === locale);
      if (affected.length === 0) throw documentNotFound();
      const { from, change } = transitionSpecs[action];
      const [first, ...rest] = affected.filter((document) => document[from] !== undefined);
      if (first === undefined) throw action === 'publish' ? documentNotFound() : notPublished();
      for (const document of affected) checkExpected(expected, document);
      if (action === 'publish' && affected.length > 1) checkDrafts(service, type, affected);
      // The changed locales agree in their shared attributes, so the other locales follow the first of them.
      const others = living.filter((document) => document !== first && !rest.includes(document));
      const step = async (before: StoredDocument, following: readonly StoredDocument[]) => {
        const result = await change(service, unit, type, before, following);
        return (whole: Transaction): Promise<StoredDocument> =>
          commit(whole, type, transitionWrite(type, before, result), result.relatedUpdates);
      };
      const steps = [await step(first, others), ...(await mapItems(unit, rest, (before) => step(before, [])))];
      if (rest.length === 0) return mapItems(unit, steps, (apply) => apply(unit));
      return unit.inTransaction((whole) => mapItems(whole, steps, (apply) => apply(whole)));
    },
  };
};

/** @throws ApiError 400 naming everything that prevents publishing, with its locale */
const checkDrafts = ({ schema }: Service, type: ContentType, documents: readonly StoredDocument[]): void => {
  const faults = documents.flatMap(({ locale, draft }) =>
    draft === undefined ? [] : checkVersion(schema, type, draft).map((fault) => ({ ...fault, locale })),
  );
  if (faults.length > 0) throw invalidValues(faults);
};

/** The write of one locale, done only if it has not changed since it was read. */
const transitionWrite =
  (type: ContentType, before: StoredDocument, change: TransitionResult) =>
  (unit: Transaction): Promise<StoredDocument> => {
    const { documentId, locale } = before;
    const { versions } = change;
    return withUniqueCheck(unit, { type, documentId, locale, versions }, () => rewrite(unit, type, before, change));
  };
