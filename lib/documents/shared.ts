// Attributes that all locales of a document share: what is written in one, the others take over.
import { BSON } from 'mongodb';
import type { Attributes, ContentType, Status } from '../schema/index.ts';
import { Overtaken } from './commit.ts';
import type { Reach } from './reach.ts';
import type { Stored, Version, Versions } from '../db/index.ts';

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
export const following = (type: ContentType, written: Versions, other: Versions, now: Date): Versions => {
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
  if (published === undefined) return draft === undefined ? {} : { draft };
  const edited = draft ?? other.draft;
  if (edited === undefined) return { published };
  const names = [...type.attributes.keys()];
  // A draft that says something else than what is published stays the newer of the two.
  const differs = !same(pick(edited, names), pick(published, names));
  return { draft: { ...edited, updatedAt: new Date(now.getTime() + (differs ? 1 : 0)) }, published };
};

/**
 * Writes another locale as it shall stand, if it still stands as it was read; without versions it only has to.
 *
 * @throws Overtaken when it does not
 */
export const follow =
  (type: ContentType, { documentId, locale, revision }: Stored, versions: Versions): Reach =>
  async (db, session) => {
    const { matchedCount } = await db
      .collection<Stored>(type.collectionName)
      .updateOne({ documentId, locale, revision }, { $set: versions, $inc: { revision: 1 } }, { session });
    if (matchedCount === 0) throw new Overtaken();
  };
