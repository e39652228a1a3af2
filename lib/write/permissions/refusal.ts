// Whether a caller that may write some documents of a type may write this one.
import { may, type Action, type Caller } from '../../platform/access/index.ts';
import { forEach, livingOf, type Stored, type Unit } from '../../platform/db/index.ts';
import { documentNotFound, forbidden, type ApiError } from '../../errors.ts';
import { readQuery, writable, type Filter, type Locales, type Query } from '../../read/query/index.ts';
import { isThere } from '../../read/execute/index.ts';
import { editedOf, type ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';

/** A write, and its caller. */
export interface WriteContext {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
  readonly type: ContentType;
  /** null where the type is not localized; undefined: every locale that the document stands in. */
  readonly locale: string | null | undefined;
}

/** A locale of a document; null where its type is not localized. */
type LocaleOf = string | null;

const inLocale = (query: Query, locale: LocaleOf): Query =>
  locale === null ? query : { ...query, locale: { one: locale } };

/** The documents that the caller may do this to; undefined: all of them. */
export const permittedTo = (action: Action, { service, caller, locales, type }: WriteContext): Filter | undefined =>
  writable(action, type, caller, { ...service, locales });

/** The locales that a write is about: of a document that is new in one, those that it stands in. */
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

/** Whether the version that edits go to matches the filter, in each of the locales. */
export const isWithin = async (
  { service, caller, locales, type }: WriteContext,
  documentId: string | undefined,
  within: Filter,
  each: readonly LocaleOf[],
  unit: Unit,
): Promise<boolean> => {
  const query = readQuery('', type, caller, { ...service, locales }, { action: 'update' });
  const edited = { ...query, status: editedOf(type), within };
  for (const locale of each) if (!(await isThere(service, inLocale(edited, locale), documentId, unit))) return false;
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
  // In every locale that there is, so that the time of a refusal does not depend on those that the document stands in.
  const all = type.localized ? [...new Set([...locales.codes, ...any])] : [null];
  const visible = await forEach(unit, all, (locale) => isThere(service, inLocale(query, locale), documentId, unit));
  return all.some((locale, index) => visible[index] === true && any.includes(locale));
};

/**
 * Why the caller may not write a document as it stands. A hidden document and an absent one take the same queries.
 *
 * @param documentId undefined: the one of a single type
 * @param within the documents that the caller may write
 * @returns 403 for a document that the caller may see, 404 for any other; undefined where they may write it, and where a
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
 * Refuses early what `guarded` would refuse.
 *
 * @throws ApiError 403 for a document that the caller may see and not write, 404 for one that is not there for them
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

/** Those of the locales of a document in which the caller may update it. */
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
