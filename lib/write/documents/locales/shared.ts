// Attributes that all locales of a document share: what is written in one, the others take over.
import { BSON } from 'mongodb';
import type { Attributes, ContentType, Status } from '../../../schema/index.ts';
import { writing } from '../outbox.ts';
import type { Reach } from '../links/types.ts';
import { rewrite } from '../lifecycle/rewrite.ts';
import { checkSize } from '../values/size.ts';
import type { Stored, Version, Versions } from '../../../platform/db/index.ts';
import { uniquely } from '../values/unique.ts';

type Values = Readonly<Record<string, unknown>>;

/** The attributes that each locale has for itself: all of them, where the type is not localized. */
export const ownAttributes = ({ localized, attributes }: ContentType): Attributes =>
  localized ? new Map([...attributes].filter(([, attribute]) => attribute.localized)) : attributes;

const pick = (version: Version | undefined, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (version?.[name] === undefined ? [] : [[name, version[name]]])));

/** Of a version, the values that all locales share. */
export const sharedIn = (type: ContentType, version: Version | undefined): Values => {
  const own = ownAttributes(type);
  return pick(
    version,
    [...type.attributes.keys()].filter((name) => !own.has(name)),
  );
};

const same = (a: Values, b: Values): boolean => Buffer.compare(BSON.serialize(a), BSON.serialize(b)) === 0;

/**
 * Drafts of all locales agree in what they share, and so do published versions: a version takes it from the one of its
 * kind that is written.
 *
 * @returns the versions of the other locale that change; none: they agree already
 */
const following = (type: ContentType, written: Versions, other: Versions, now: Date): Versions => {
  const own = ownAttributes(type);
  const follow = (status: Status): Version | undefined => {
    const [from, to] = [written[status], other[status]];
    if (from === undefined || to === undefined) return undefined;
    const shared = sharedIn(type, from);
    if (same(shared, sharedIn(type, to))) return undefined;
    const kept = Object.entries(to).filter(([name]) => own.has(name) || !type.attributes.has(name));
    return { ...Object.fromEntries(kept), ...shared, id: to.id, createdAt: to.createdAt, updatedAt: now };
  };
  const [draft, published] = [follow('draft'), follow('published')];
  if (draft === undefined && published === undefined) return {};
  const [edited, shown] = [draft ?? other.draft, published ?? other.published];
  const changed = published === undefined ? {} : { published };
  if (edited === undefined) return changed;
  return { ...changed, draft: { ...edited, updatedAt: timeOf(type, edited, shown, now) } };
};

/** A draft that says something else than what is published is the newer of the two, and one that says the same is not. */
const timeOf = (type: ContentType, draft: Version, published: Version | undefined, now: Date): Date => {
  if (published === undefined) return now;
  const names = [...type.attributes.keys()];
  if (same(pick(draft, names), pick(published, names))) return published.updatedAt;
  return new Date(Math.max(now.getTime(), published.updatedAt.getTime() + 1));
};

/**
 * Writes another locale as it shall stand, if it still stands as it was read; without versions it only has to.
 *
 * @throws ApiError 400 for a value that another document has in that locale; Overtaken when it stands otherwise
 */
const follow = (type: ContentType, other: Stored, versions: Versions, at: Date): Reach => {
  Object.values(versions).forEach(checkSize);
  const { documentId, locale } = other;
  const actions = Object.keys(versions).length === 0 ? [] : writing(type, 'update', versions);
  return async (unit) => {
    await uniquely(unit, { type, documentId, locale, versions }, () =>
      rewrite(unit, type, other, { versions, actions, at }),
    );
  };
};

/**
 * What a write changes in the other locales of its document.
 *
 * @param others as they stand
 * @param begins whether what is written begins with what the others share: then they all have to stand as they were read
 * @throws ApiError 400 where one of them would be too large
 */
export const followers = (
  type: ContentType,
  written: Versions,
  others: readonly Stored[],
  now: Date,
  begins = false,
): readonly Reach[] =>
  others.flatMap((other) => {
    const versions = following(type, written, other, now);
    return begins || Object.keys(versions).length > 0 ? [follow(type, other, versions, now)] : [];
  });
