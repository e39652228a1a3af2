// Decides whether a caller's conditions allow a write of one document, and with which error to refuse it.
import { may, type Action, type Caller } from '../../platform/access/index.ts';
import { forEach, livingOf, type Stored, type Unit } from '../../platform/db/index.ts';
import { documentNotFound, forbidden, type ApiError } from '../../errors.ts';
import { readQuery, writableFilter, type Filter, type Locales, type Query } from '../../read/query/index.ts';
import { isDocumentVisible } from '../../read/execute/index.ts';
import { editedOf, type ContentType } from '../../schema/index.ts';
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
type LocaleOf = string | null;

const inLocale = (query: Query, locale: LocaleOf): Query =>
  locale === null ? query : { ...query, locale: { one: locale } };

/** @returns the filter for the documents on which the caller may do the action; undefined: all documents */
export const permittedTo = (action: Action, { service, caller, locales, type }: WriteContext): Filter | undefined =>
  writableFilter(action, type, caller, { ...service, locales });

/** The locales that a write affects. If the write adds a locale to a document, these are its existing locales. */
export const localesOf = async (
  { type, locale }: WriteContext,
  documentId: string | undefined,
  unit: Unit,
): Promise<readonly LocaleOf[]> => {
  const found = await unit.db
    .collection<Stored>(type.collectionName)
    .find(livingOf(type, documentId), { ...unit.options, projection: { locale: 1 } })
    .toArray();
  const living = found.map((stored) => stored.locale);
  const named = living.filter((one) => one === locale);
  return named.length > 0 ? named : living;
};

/** Whether the version that edits go to matches the filter in each of the locales. */
export const isWithin = async (
  { service, caller, locales, type }: WriteContext,
  documentId: string | undefined,
  within: Filter,
  each: readonly LocaleOf[],
  unit: Unit,
): Promise<boolean> => {
  const query = readQuery('', type, caller, { ...service, locales }, { action: 'update' });
  const edited = { ...query, status: editedOf(type), within };
  for (const locale of each) if (!(await isDocumentVisible(service, inLocale(edited, locale), documentId, unit))) return false;
  return true;
};

/** Whether the caller may see the document in any of the locales. */
const isVisible = async (
  { service, caller, locales, type }: WriteContext,
  documentId: string | undefined,
  any: readonly LocaleOf[],
  unit: Unit,
): Promise<boolean> => {
  if (!may(caller, 'find', type.uid)) return false;
  const query = readQuery('', type, caller, { ...service, locales });
  // Queries every locale, so that the time of a refusal does not reveal the document's locales.
  const all = type.localized ? [...new Set([...locales.codes, ...any])] : [null];
  const visible = await forEach(unit, all, (locale) => isDocumentVisible(service, inLocale(query, locale), documentId, unit));
  return all.some((locale, index) => visible[index] === true && any.includes(locale));
};

/**
 * Finds the error for a write that the conditions do not allow. A hidden and an absent document take the same queries, so
 * that timing does not tell them apart.
 *
 * @param documentId undefined: the only document of a single type
 * @param within the filter for the documents that the caller may write
 * @returns 403 for a document that the caller may see, 404 for any other; undefined when the write is allowed, and when a
 *   single type has no document yet
 */
export const refusalOf = async (
  context: WriteContext,
  documentId: string | undefined,
  within: Filter,
  unit: Unit,
): Promise<ApiError | undefined> => {
  const { type, locale, locales } = context;
  const existing = await localesOf(context, documentId, unit);
  if (existing.length === 0 && documentId === undefined) return undefined;
  const candidates = existing.length > 0 ? existing : [type.localized ? (locale ?? locales.defaultLocale) : null];
  if (await isWithin(context, documentId, within, candidates, unit)) return undefined;
  return (await isVisible(context, documentId, existing, unit)) ? forbidden() : documentNotFound();
};

/**
 * Refuses a write early that `guarded` would refuse later.
 *
 * @throws ApiError 403 for a document that the caller may see but not write, 404 for one that does not exist for the caller
 */
export const checkWritable = async (
  context: WriteContext,
  action: Action,
  documentId: string,
  unit: Unit,
): Promise<void> => {
  const within = permittedTo(action, context);
  const refusal = within && (await refusalOf(context, documentId, within, unit));
  if (refusal !== undefined) throw refusal;
};

/** @returns those of the given locales in which the caller may update the document */
export const updatableLocales = async (
  context: WriteContext,
  documentId: string,
  some: readonly LocaleOf[],
  unit: Unit,
): Promise<ReadonlySet<LocaleOf>> => {
  const within = permittedTo('update', context);
  if (within === undefined) return new Set(some);
  const writable = await forEach(unit, some, (locale) => isWithin(context, documentId, within, [locale], unit));
  return new Set(some.filter((_, index) => writable[index]));
};
