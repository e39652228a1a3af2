// Decides whether a caller's conditions allow a write of one document, and with which error to refuse it.
import { hasPermission, type Action, type Caller } from '../../platform/access/index.ts';
import { mapItems, livingDocumentFilter, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import { documentNotFound, forbidden, type ApiError } from '../../errors.ts';
import {
  existingWritableFilter,
  readablePublishedFilter,
  readQuery,
  writableFilter,
  type Filter,
  type Locales,
  type Query,
} from '../../read/query/index.ts';
import { isDocumentVisible } from '../../read/execute/index.ts';
import { editedVersion, type ContentType, type Status } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

/** A write and its caller. */
export interface WriteContext {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
  readonly type: ContentType;
  /** null when the type is not localized; undefined: every locale of the document. */
  readonly locale: string | null | undefined;
}

/** A locale of a document; null where its type is not localized. */
type DocumentLocale = string | null;

const queryInLocale = (query: Query, locale: DocumentLocale): Query =>
  locale === null ? query : { ...query, locale: { one: locale } };

/** @returns the filter that documents must match after the caller's action; undefined: all documents */
export const writeConditionFor = (
  action: Action,
  { service, caller, locales, type }: WriteContext,
): Filter | undefined => writableFilter(action, type, caller, { ...service, locales });

/** @returns the filter for the existing documents on which the caller may do the action; undefined: all documents */
export const existingConditionFor = (
  action: Action,
  { service, caller, locales, type }: WriteContext,
): Filter | undefined => existingWritableFilter(action, type, caller, { ...service, locales });

/** The locales that a write affects. If the write adds a locale to a document, these are its existing locales. */
export const targetLocalesOf = async (
  { type, locale }: WriteContext,
  documentId: string | undefined,
  unit: Transaction,
): Promise<readonly DocumentLocale[]> => {
  const found = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .find(livingDocumentFilter(type, documentId), { ...unit.options, projection: { locale: 1 } })
    .toArray();
  const living = found.map((stored) => stored.locale);
  const requested = living.filter((one) => one === locale);
  return requested.length > 0 ? requested : living;
};

/** Whether a version, by default the one that edits go to, matches the filter in each of the locales. */
export const matchesCondition = async (
  { service, caller, locales, type }: WriteContext,
  documentId: string | undefined,
  condition: Filter,
  targetLocales: readonly DocumentLocale[],
  unit: Transaction,
  status: Status = editedVersion(type),
): Promise<boolean> => {
  const query = readQuery('', type, caller, { ...service, locales }, { action: 'update' });
  const edited: Query = { ...query, status, permitted: condition };
  for (const locale of targetLocales)
    if (!(await isDocumentVisible(service, queryInLocale(edited, locale), documentId, unit))) return false;
  return true;
};

/** Whether the caller may see the document in any of the locales. */
const mayFindDocument = async (
  { service, caller, locales, type }: WriteContext,
  documentId: string | undefined,
  existingLocales: readonly DocumentLocale[],
  unit: Transaction,
): Promise<boolean> => {
  if (!hasPermission(caller, 'find', type.uid)) return false;
  const query = readQuery('', type, caller, { ...service, locales });
  // Queries every locale, so that the time of a refusal does not reveal the document's locales.
  const all = type.localized ? [...new Set([...locales.codes, ...existingLocales])] : [null];
  const visible = await mapItems(unit, all, (locale) =>
    isDocumentVisible(service, queryInLocale(query, locale), documentId, unit),
  );
  return all.some((locale, index) => visible[index] === true && existingLocales.includes(locale));
};

/**
 * Finds the error for a write that the conditions do not allow. A hidden and an absent document take the same queries, so
 * that timing does not tell them apart.
 *
 * @param documentId undefined: the only document of a single type
 * @param condition the filter for the existing documents that the caller may write
 * @returns 403 for a document that the caller may see, 404 for any other; undefined when the write is allowed, and when a
 *   single type has no document yet
 */
export const findRefusal = async (
  context: WriteContext,
  documentId: string | undefined,
  condition: Filter,
  unit: Transaction,
): Promise<ApiError | undefined> => {
  const { type, locale, locales } = context;
  const existing = await targetLocalesOf(context, documentId, unit);
  if (existing.length === 0 && documentId === undefined) return undefined;
  const candidates = existing.length > 0 ? existing : [type.localized ? (locale ?? locales.defaultLocale) : null];
  if (await matchesCondition(context, documentId, condition, candidates, unit)) return undefined;
  return (await mayFindDocument(context, documentId, existing, unit)) ? forbidden() : documentNotFound();
};

/**
 * Whether project code hides the published version of a document from the caller, in a locale that the write affects.
 * Locales without a published version do not count.
 */
export const isPublishedHidden = async (
  context: WriteContext,
  documentId: string | undefined,
  unit: Transaction,
): Promise<boolean> => {
  const { service, caller, locales, type, locale } = context;
  const condition = readablePublishedFilter(type, caller, { ...service, locales });
  if (condition === undefined) return false;
  const found = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .find(
      { ...livingDocumentFilter(type, documentId), 'published.id': { $exists: true } },
      { ...unit.options, projection: { locale: 1 } },
    )
    .toArray();
  const affected = found.map((stored) => stored.locale).filter((one) => locale === undefined || one === locale);
  return !(await matchesCondition(context, documentId, condition, affected, unit, 'published'));
};

/**
 * Refuses a write early that `guardWrite` would refuse later.
 *
 * @throws ApiError 403 for a document that the caller may see but not write, 404 for one that does not exist for the caller
 */
export const checkWritable = async (
  context: WriteContext,
  action: Action,
  documentId: string,
  unit: Transaction,
): Promise<void> => {
  const condition = existingConditionFor(action, context);
  const refusal = condition && (await findRefusal(context, documentId, condition, unit));
  if (refusal !== undefined) throw refusal;
};

/** @returns those of the given locales in which the caller may update the document */
export const updatableLocales = async (
  context: WriteContext,
  documentId: string,
  candidates: readonly DocumentLocale[],
  unit: Transaction,
): Promise<ReadonlySet<DocumentLocale>> => {
  const condition = existingConditionFor('update', context);
  if (condition === undefined) return new Set(candidates);
  const writable = await mapItems(unit, candidates, (locale) =>
    matchesCondition(context, documentId, condition, [locale], unit),
  );
  return new Set(candidates.filter((_, index) => writable[index]));
};
