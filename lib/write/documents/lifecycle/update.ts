// Updates documents: computes the new versions from the stored ones, and writes them only if those have not changed.
import { documentNotFound } from '../../../errors.ts';
import type { CheckedBody } from '../../input/index.ts';
import { isContent } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { addLocale } from '../locales/addLocale.ts';
import { insertDocument } from './create.ts';
import { checkExpected } from './checkExpected.ts';
import { writeActions } from '../outbox.ts';
import { withoutReplaced } from '../versions/replacedVersion.ts';
import { checkBody } from './checkDocumentBody.ts';
import { prepareVersions } from './prepare.ts';
import { rewrite } from './rewrite.ts';
import { save } from './save.ts';
import {
  documentName,
  livingDocumentFilter,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import { asHookedTransaction, runWrite, type PreparedWrite } from './preparedWrite.ts';
import { updateRecent, type RecentDocument } from './recentDocuments.ts';
import type { WriteTarget } from './writeTarget.ts';

/** Users and roles are always read: their passwords and permissions do not stay in memory. */
const recentContent = ({ type }: WriteTarget, recent: RecentDocument | undefined): RecentDocument | undefined =>
  isContent(type) ? recent : undefined;

/** The stored document in all of its locales. */
const livingDocuments = (
  { db, options }: Transaction,
  { type }: WriteTarget,
  documentId: string | undefined,
): Promise<readonly StoredDocument[]> =>
  db
    .collection<StoredDocument>(type.collectionName)
    .find(livingDocumentFilter(type, documentId), { ...options, projection: withoutReplaced, useBigInt64: true })
    .toArray();

const changeDocument = async (
  service: Service,
  unit: Transaction,
  target: WriteTarget,
  before: StoredDocument,
  read: CheckedBody,
  others: readonly StoredDocument[],
): Promise<StoredDocument> => {
  const { type, locale } = target;
  const { documentId } = before;
  const { versions, ...more } = await prepareVersions(
    service,
    unit,
    target,
    'update',
    documentId,
    read,
    before,
    others,
  );
  const rewritten = { versions, actions: writeActions(type, 'update', versions), at: service.now(), by: target.by };
  const own = (within: Transaction): Promise<StoredDocument> =>
    rewrite(within, service.schema, type, before, rewritten);
  return save(service, unit, { type, documentId, locale, versions, before }, own, more);
};

/** @param living the document in all of its locales; the locale of the target is changed, or added */
const changeOrAddLocale = async (
  service: Service,
  unit: Transaction,
  target: WriteTarget,
  living: readonly [StoredDocument, ...StoredDocument[]],
  read: CheckedBody,
): Promise<StoredDocument> => {
  const before = living.find(({ locale }) => locale === target.locale);
  checkExpected(target.expected, before ?? null);
  const others = living.filter((other) => other !== before);
  return before === undefined
    ? addLocale(service, unit, target, living[0].documentId, read, others)
    : changeDocument(service, unit, target, before, read, others);
};

/**
 * Prepares an update: checks its body. A document that only exists in other locales is created in this one.
 *
 * @param documentId undefined: the only document of a single type
 * @param data the body's `data`; attributes that it does not contain are unchanged
 * @returns the write, whose attempt returns the document as stored
 * @throws ApiError 400 for faults in the body itself; the attempt: 404 when the document exists in no locale; 412 when
 *   it does not meet the precondition; 400 naming every invalid value in `data`
 */
export const prepareUpdate = async (
  service: Service,
  target: WriteTarget,
  documentId: string | undefined,
  data: unknown,
): Promise<PreparedWrite<StoredDocument>> => {
  const read = await checkBody(service, target, data);
  return asHookedTransaction(target, {
    about: documentName(target.type, documentId),
    attempt: (unit, recent) =>
      updateRecent(
        recentContent(target, recent),
        target.locale,
        () => livingDocuments(unit, target, documentId),
        async ([one, ...others]) => {
          if (one === undefined) throw documentNotFound();
          return changeOrAddLocale(service, unit, target, [one, ...others], read);
        },
      ),
  });
};

/** Prepares a PUT on a single type: updates its document, or creates it when there is none. Throws as `prepareUpdate`. */
export const preparePutSingle = async (
  service: Service,
  target: WriteTarget,
  data: unknown,
): Promise<PreparedWrite<StoredDocument>> => {
  const read = await checkBody(service, target, data);
  return asHookedTransaction(target, {
    about: documentName(target.type, undefined),
    attempt: (unit, recent) =>
      updateRecent(
        recentContent(target, recent),
        target.locale,
        () => livingDocuments(unit, target, undefined),
        async ([one, ...others]) => {
          if (one !== undefined) return changeOrAddLocale(service, unit, target, [one, ...others], read);
          checkExpected(target.expected, null);
          return insertDocument(service, unit, target, read);
        },
      ),
  });
};

/** PUT on a single type. Throws as `prepareUpdate`. */
export const putSingle = async (service: Service, target: WriteTarget, data: unknown): Promise<StoredDocument> =>
  runWrite(service, await preparePutSingle(service, target, data));
