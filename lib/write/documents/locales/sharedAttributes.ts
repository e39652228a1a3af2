// Keeps the attributes that all locales of a document share equal.
import type { Attributes, ContentType, Schema, Status } from '../../../schema/index.ts';
import { writeActions } from '../outbox.ts';
import type { RelatedUpdate } from '../links/types.ts';
import { rewrite } from '../lifecycle/rewrite.ts';
import { isSameStored } from '../values/changedPaths.ts';
import { checkSize } from '../values/size.ts';
import type { StoredDocument, Version, StoredVersions } from '../../../platform/db/index.ts';
import { withUniqueCheck } from '../values/unique.ts';

type Values = Readonly<Record<string, unknown>>;

/** The attributes that each locale has for itself; all attributes when the type is not localized. */
export const ownAttributes = ({ localized, attributes }: ContentType): Attributes =>
  localized ? new Map([...attributes].filter(([, attribute]) => attribute.localized)) : attributes;

const pickAttributes = (version: Version | undefined, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (version?.[name] === undefined ? [] : [[name, version[name]]])));

/** The values of a version that all locales share. */
export const sharedValues = (type: ContentType, version: Version | undefined): Values => {
  const own = ownAttributes(type);
  return pickAttributes(
    version,
    [...type.attributes.keys()].filter((name) => !own.has(name)),
  );
};

/**
 * Computes the changes in another locale. Shared attributes are equal in the drafts of all locales, and in their
 * published versions: a version takes them from the written version with the same status.
 *
 * @returns the changed versions of the other locale; none when they are equal already
 */
const followingVersions = (
  type: ContentType,
  written: StoredVersions,
  other: StoredVersions,
  now: Date,
): StoredVersions => {
  const own = ownAttributes(type);
  const follow = (status: Status): Version | undefined => {
    const [from, to] = [written[status], other[status]];
    if (from === undefined || to === undefined) return undefined;
    const shared = sharedValues(type, from);
    if (isSameStored(shared, sharedValues(type, to))) return undefined;
    const kept = Object.entries(to).filter(([name]) => own.has(name) || !type.attributes.has(name));
    return { ...Object.fromEntries(kept), ...shared, id: to.id, createdAt: to.createdAt, updatedAt: now };
  };
  const [draft, published] = [follow('draft'), follow('published')];
  if (draft === undefined && published === undefined) return {};
  const [edited, publishedAfter] = [draft ?? other.draft, published ?? other.published];
  const changed = published === undefined ? {} : { published };
  if (edited === undefined) return changed;
  return { ...changed, draft: { ...edited, updatedAt: draftUpdatedAt(type, edited, publishedAfter, now) } };
};

/** The `updatedAt` of a draft: later than that of the published version if they differ, else the same. */
const draftUpdatedAt = (type: ContentType, draft: Version, published: Version | undefined, now: Date): Date => {
  if (published === undefined) return now;
  const names = [...type.attributes.keys()];
  if (isSameStored(pickAttributes(draft, names), pickAttributes(published, names))) return published.updatedAt;
  return new Date(Math.max(now.getTime(), published.updatedAt.getTime() + 1));
};

/**
 * Writes the changed versions of another locale; without versions, it only checks that the locale has not changed.
 *
 * @throws ApiError 400 for a unique value that another document has in that locale; WriteConflict when the locale has
 *   changed
 */
const followUpdate = (
  schema: Schema,
  type: ContentType,
  other: StoredDocument,
  versions: StoredVersions,
  at: Date,
  by: string | undefined,
): RelatedUpdate => {
  Object.values(versions).forEach(checkSize);
  const { documentId, locale } = other;
  const isChanged = Object.keys(versions).length > 0;
  const actions = isChanged ? writeActions(type, 'update', versions) : [];
  return async (unit) => {
    await withUniqueCheck(unit, { type, documentId, locale, versions, before: other }, () =>
      rewrite(unit, schema, type, other, { versions, actions, at, by: isChanged ? by : other.updatedBy }),
    );
  };
};

/**
 * Computes the changes in the other locales of a written document.
 *
 * @param others the stored other locales
 * @param by who writes; undefined: the public or the system
 * @param isNewLocale whether the write adds a locale, which starts with the shared attributes: then no other locale may have
 *   changed since it was read
 * @throws ApiError 400 when a locale would become too large
 */
export const localeUpdates = (
  schema: Schema,
  type: ContentType,
  written: StoredVersions,
  others: readonly StoredDocument[],
  now: Date,
  by: string | undefined,
  isNewLocale = false,
): readonly RelatedUpdate[] =>
  others.flatMap((other) => {
    const versions = followingVersions(type, written, other, now);
    return isNewLocale || Object.keys(versions).length > 0
      ? [followUpdate(schema, type, other, versions, now, by)]
      : [];
  });
