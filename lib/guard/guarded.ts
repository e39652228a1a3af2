// Writes of callers who may write some documents of a type and not all.
import { may, type Action, type Caller } from '../access/index.ts';
import { livingOf, type Stored, type Unit } from '../db/index.ts';
import type { Write } from '../documents/index.ts';
import { documentNotFound, forbidden } from '../errors.ts';
import { readQuery, writable, type Filter, type Locales, type Query } from '../query/index.ts';
import { isThere } from '../read/index.ts';
import { editedOf, type ContentType } from '../schema/index.ts';
import type { Service } from '../service.ts';

/** What is to be written, and by whom. */
export interface Asked {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
  readonly type: ContentType;
  /** null where the type is not localized; undefined: every locale that the document stands in. */
  readonly locale: string | null | undefined;
}

/** What a query asks, of the document in a locale; null where the type is not localized. */
const inLocale = (query: Query, locale: string | null): Query =>
  locale === null ? query : { ...query, locale: { one: locale } };

/** The locales that a write is about: of a document that is new in one, those that it stands in. */
const localesOf = async ({ type, locale }: Asked, documentId: string | undefined, unit: Unit) => {
  const found = await unit.db
    .collection<Stored>(type.collectionName)
    .find(livingOf(type, documentId), { ...unit.options, projection: { locale: 1 } })
    .toArray();
  const living = found.map((stored) => stored.locale);
  const meant = living.filter((one) => one === locale);
  return meant.length > 0 ? meant : living;
};

/** Whether the caller may see the document in any of the locales. */
const isShown = async (
  { service, caller, locales, type }: Asked,
  documentId: string | undefined,
  meant: readonly (string | null)[],
  unit: Unit,
): Promise<boolean> => {
  if (!may(caller, 'find', type.uid)) return false;
  const query = readQuery('', type, caller, { ...service, locales });
  for (const locale of meant) if (await isThere(service, inLocale(query, locale), documentId, unit)) return true;
  return false;
};

/** Whether the version that edits go to is within that, in every locale that the write is about. */
const isWithin = async (
  { service, caller, locales, type }: Asked,
  documentId: string | undefined,
  meant: readonly (string | null)[],
  unit: Unit,
  within: Filter,
): Promise<boolean> => {
  const query = readQuery('', type, caller, { ...service, locales }, { action: 'update' });
  const edited = { ...query, status: editedOf(type), within };
  for (const locale of meant) if (!(await isThere(service, inLocale(edited, locale), documentId, unit))) return false;
  return true;
};

/**
 * A write of a document that stands: done only where the caller may do it to that document, as it is and, where it is
 * changed, as it will be; whole in a transaction where there is a condition at all.
 *
 * @param documentId undefined: the one of a single type
 * @param gone what is done where there is no such document for the caller; nothing but to say so where it is not given
 * @throws (the attempt) ApiError 403 for a document that the caller may see, 404 for one that they may not; 403 when it
 *   would become one that they may not write
 */
export const guarded = <T>(
  asked: Asked,
  action: Action,
  documentId: string | undefined,
  write: Write<T>,
  gone?: Write<T>,
): Write<T> => {
  const within = writable(action, asked.type, asked.caller, { ...asked.service, locales: asked.locales });
  if (within === undefined) return write;
  return {
    ...write,
    attempt: (unit) =>
      unit.together(async (whole) => {
        const meant = await localesOf(asked, documentId, whole);
        if (!(await isWithin(asked, documentId, meant, whole, within))) {
          if (await isShown(asked, documentId, meant, whole)) throw forbidden();
          if (gone === undefined) throw documentNotFound();
          return gone.attempt(whole);
        }
        const written = await write.attempt(whole);
        const after = action === 'update' ? await localesOf(asked, documentId, whole) : [];
        if (!(await isWithin(asked, documentId, after, whole, within))) throw forbidden();
        return written;
      }),
  };
};

/**
 * A write that makes a document: done only where it is one that the caller may make.
 *
 * @throws (the attempt) ApiError 403 when it is not
 */
export const guardedNew = (asked: Asked, write: Write<Stored>): Write<Stored> => {
  const within = writable('create', asked.type, asked.caller, { ...asked.service, locales: asked.locales });
  if (within === undefined) return write;
  return {
    ...write,
    attempt: (unit) =>
      unit.together(async (whole) => {
        const written = await write.attempt(whole);
        const { documentId } = written;
        const made = await localesOf(asked, documentId, whole);
        if (!(await isWithin(asked, documentId, made, whole, within))) throw forbidden();
        return written;
      }),
  };
};
