// A document published, unpublished, or its draft discarded: in one locale, or in all of them at once.
import type { Collection, Db } from 'mongodb';
import { livingOf, type Stored } from '../db/index.ts';
import { documentNotFound, invalid, invalidValues, notPublished } from '../errors.ts';
import { checkVersion } from '../input/index.ts';
import type { ContentType, Transition } from '../schema/index.ts';
import type { Service } from '../service.ts';
import { changes, type Change } from './change.ts';
import { commit, Overtaken, untilNotOvertaken, type OwnWrite } from './commit.ts';
import type { Reach } from './reach.ts';
import { uniquely } from './unique.ts';

export interface TransitionTarget {
  readonly type: ContentType;
  /** null where the type is not localized; undefined: every locale that the document stands in. */
  readonly locale: string | null | undefined;
}

/** One document of those that are written together. */
interface Step {
  readonly own: OwnWrite;
  readonly reaches: readonly Reach[];
  readonly after: Stored;
}

/**
 * @param documentId undefined: the one document of a single type
 * @returns the documents as stored, those of several locales in the order of their codes; in a locale without the
 *   version that it starts from nothing happens
 * @throws ApiError 404 when there is no such document, and when it is published nowhere but would have to be; 400 naming
 *   everything that keeps it from being published, and for a type without drafts
 */
export const transition = async (
  service: Service,
  { type, locale }: TransitionTarget,
  documentId: string | undefined,
  action: Transition,
): Promise<readonly Stored[]> => {
  if (!type.draftAndPublish) throw invalid(`${type.displayName} has no drafts: there is nothing to ${action}`);
  const db = await service.database.get();
  const documents = db.collection<Stored>(type.collectionName);
  return untilNotOvertaken(async () => {
    const there = await documents
      .find(livingOf(locale, documentId), { useBigInt64: true })
      .sort({ locale: 1 })
      .toArray();
    if (there.length === 0) throw documentNotFound();
    if (action === 'publish' && there.length > 1) checkDrafts(service, type, there);
    const steps = await Promise.all(
      there.map(async (before): Promise<readonly Step[]> => {
        const change = await changes[action](service, type, before);
        if (change === undefined) return [];
        const own = write(db, documents, type, before, change);
        return [{ own, reaches: change.reaches, after: afterwards(before, change) }];
      }),
    );
    const [first, ...others] = steps.flat();
    if (first === undefined) throw action === 'publish' ? documentNotFound() : notPublished();
    await commit(service.database, first.own, [...first.reaches, ...others.flatMap(asReaches)]);
    return [first, ...others].map(({ after }) => after);
  });
};

/** Of several drafts, everything that keeps them from being published, with the locale it stands in. */
const checkDrafts = ({ schema }: Service, type: ContentType, documents: readonly Stored[]): void => {
  const faults = documents.flatMap(({ locale, draft }) =>
    draft === undefined ? [] : checkVersion(schema, type, draft).map((fault) => ({ ...fault, locale })),
  );
  if (faults.length > 0) throw invalidValues(faults);
};

/** The write of one document, made only if that is still what the change was computed from. */
const write =
  (db: Db, documents: Collection<Stored>, type: ContentType, before: Stored, change: Change): OwnWrite =>
  (options) => {
    const { documentId, locale, revision } = before;
    const { versions, unpublishes } = change;
    const unset = unpublishes === true ? { $unset: { published: 1 } as const } : {};
    return uniquely(db, { type, documentId, locale, versions }, async () => {
      const { matchedCount } = await documents.updateOne(
        { documentId, locale, revision },
        { $set: versions, ...unset, $inc: { revision: 1 } },
        options,
      );
      if (matchedCount === 0) throw new Overtaken();
    });
  };

/** Seen from the first locale, the others are documents that change with it. */
const asReaches = ({ own, reaches }: Step): readonly Reach[] => [
  async (_db, session) => {
    await own({ session });
  },
  ...reaches,
];

const afterwards = ({ published, ...before }: Stored, { versions, unpublishes }: Change): Stored => ({
  ...before,
  ...(unpublishes === true || published === undefined ? {} : { published }),
  ...versions,
  revision: before.revision + 1,
});
