// Writes of callers who may write some documents of a type and not all.
import { may, type Action, type Caller } from '../access/index.ts';
import { livingOf, type Stored, type Unit } from '../db/index.ts';
import type { Write } from '../documents/index.ts';
import { documentNotFound, forbidden } from '../errors.ts';
import { readQuery, writable, type Filter, type Locales, type Query } from '../query/index.ts';
import { isThere } from '../read/index.ts';
import type { ContentType } from '../schema/index.ts';
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

/** The version that edits go to, of the document in a locale, as one who may see everything reads it. */
const editedIn = (
  { service, caller, locales, type }: Asked,
  locale: string | null,
  within: Filter | undefined,
): Query => {
  const query = readQuery('', type, caller, { ...service, locales }, { action: 'update' });
  return {
    ...query,
    status: type.draftAndPublish ? 'draft' : 'published',
    ...(locale === null ? {} : { locale: { one: locale } }),
    within,
  };
};

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

/** Who may see what they may not write is told so. */
const refusal = async (asked: Asked, documentId: string | undefined, locale: string | null, unit: Unit) => {
  const { service, caller, locales, type } = asked;
  if (!may(caller, 'find', type.uid)) return documentNotFound();
  const query = readQuery('', type, caller, { ...service, locales });
  const shown = { ...query, ...(locale === null ? {} : { locale: { one: locale } }) };
  return (await isThere(service, shown, documentId, unit)) ? forbidden() : documentNotFound();
};

const checkAll = async (
  asked: Asked,
  documentId: string | undefined,
  unit: Unit,
  within: Filter,
  otherwise: typeof refusal,
): Promise<void> => {
  for (const locale of await localesOf(asked, documentId, unit))
    if (!(await isThere(asked.service, editedIn(asked, locale, within), documentId, unit)))
      throw await otherwise(asked, documentId, locale, unit);
};

/**
 * A write of a document that stands: done only where the caller may do it to that document, as it is and, where it is
 * changed, as it will be; whole in a transaction where there is a condition at all.
 *
 * @param documentId undefined: the one of a single type
 * @throws (the attempt) ApiError 403 for a document that the caller may see, 404 for one that they may not; 403 when it
 *   would become one that they may not write
 */
export const guarded = <T>(asked: Asked, action: Action, documentId: string | undefined, write: Write<T>): Write<T> => {
  const within = writable(action, asked.type, asked.caller, { ...asked.service, locales: asked.locales });
  if (within === undefined) return write;
  return {
    ...write,
    attempt: (unit) =>
      unit.together(async (whole) => {
        await checkAll(asked, documentId, whole, within, refusal);
        const written = await write.attempt(whole);
        if (action === 'update') await checkAll(asked, documentId, whole, within, () => Promise.resolve(forbidden()));
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
        await checkAll(asked, documentId, whole, within, () => Promise.resolve(forbidden()));
        return written;
      }),
  };
};
