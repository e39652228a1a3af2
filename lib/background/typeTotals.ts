// Makes the stored total of a type, and moves the `uncounted` of documents into it.
import { MongoServerError, type Collection, type ObjectId } from 'mongodb';
import {
  lockTotals,
  totalOfLocale,
  totalsCollection,
  uncountedFilter,
  uncountedIndex,
  type StoredDocument,
  type StoredTotals,
  type Transaction,
} from '../platform/db/index.ts';
import { localeIndexKey, type ContentType } from '../schema/index.ts';

type UncountedDocument = Required<Pick<StoredDocument, 'locale' | 'uncounted'>> & { readonly _id: ObjectId };

/** Documents that change a total alike. */
interface UncountedGroup {
  readonly locale: string | null;
  readonly uncounted: number;
  readonly ids: readonly ObjectId[];
}

/** Groups documents by locale and `uncounted`. */
const groupUncounted = (documents: readonly UncountedDocument[]): readonly UncountedGroup[] => {
  const groups = new Map<string, UncountedGroup & { readonly ids: ObjectId[] }>();
  for (const { _id, locale, uncounted } of documents) {
    const key = `${uncounted} ${locale ?? ''}`;
    const group = groups.get(key) ?? { locale, uncounted, ids: [] };
    group.ids.push(_id);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** By locale, the sum of an expression over the documents of an index, which MongoDB reads without their documents. */
const sumByLocale = async (
  unit: Pick<Transaction, 'db' | 'options'>,
  type: ContentType,
  index: Readonly<Record<string, 1 | -1>>,
  condition: object,
  sum: unknown,
): Promise<ReadonlyMap<string, number>> => {
  const anywhere = type.localized ? { locale: { $gt: '' } } : {};
  const rows = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .aggregate<{ readonly _id: string | null; readonly sum: number }>(
      [
        { $match: { ...anywhere, ...condition } },
        { $group: { _id: type.localized ? '$locale' : null, sum: { $sum: sum } } },
      ],
      { ...unit.options, hint: index },
    )
    .toArray();
  return new Map(rows.map(({ _id, sum: total }) => [totalOfLocale(_id), total]));
};

/** How many documents one transaction counts while nobody waits for them: the more, the less its fixed costs matter. */
export const maxQuietBatch = 250;

/** MongoDB's error code BadValue. */
const badValue = 2;

/** Whether an index does not exist: it is not created yet, or MongoDB's limit leaves no place for it. */
export const isMissingIndex = (error: unknown): boolean => error instanceof MongoServerError && error.code === badValue;

/** How long ago a total last included all documents, in milliseconds; from `maxTotalsAgeMs` on it is made again. */
export const ageOf = (total: Pick<StoredTotals, 'completeAt' | 'madeAt'> | null | undefined, now: Date): number =>
  now.getTime() - ((total?.completeAt ?? total?.madeAt)?.getTime() ?? 0);

const documentsOf = ({ db }: Pick<Transaction, 'db'>, { collectionName }: ContentType): Collection<StoredDocument> =>
  db.collection(collectionName);

/** The number of documents that the stored total lacks, at most the limit. @throws MongoError for a missing index */
export const countUncounted = (unit: Pick<Transaction, 'db'>, type: ContentType, limit: number): Promise<number> =>
  documentsOf(unit, type).countDocuments(uncountedFilter, { hint: uncountedIndex(type), limit });

/** Stores the number of published documents, without what `uncounted` adds to it; nothing while totals are paused. */
export const makeTotal = async (unit: Transaction, type: ContentType, madeAt: Date): Promise<void> => {
  if (!(await lockTotals(unit))) return;
  const published = { ...localeIndexKey(type), 'published.id': 1 } as const;
  const uncounted = await sumByLocale(unit, type, uncountedIndex(type), uncountedFilter, '$uncounted');
  const totals = new Map(await sumByLocale(unit, type, published, { 'published.id': { $gte: 0 } }, 1));
  for (const [locale, sum] of uncounted) totals.set(locale, (totals.get(locale) ?? 0) - sum);
  await totalsCollection(unit.db).replaceOne(
    { _id: type.collectionName },
    { totals: Object.fromEntries(totals), madeAt },
    { ...unit.options, upsert: true },
  );
};

/** Documents to count in one transaction. */
interface UncountedBatch {
  readonly groups: readonly UncountedGroup[];
  /** Whether the total includes all documents after this batch. */
  readonly isLast: boolean;
}

/** @throws MongoError for a missing index */
export const findUncounted = async (
  unit: Pick<Transaction, 'db'>,
  type: ContentType,
  limit: number,
): Promise<UncountedBatch> => {
  const found = await documentsOf(unit, type)
    .find(uncountedFilter, { hint: uncountedIndex(type), projection: { locale: 1, uncounted: 1 }, limit })
    .toArray();
  // The cast is safe: the condition finds only documents with `uncounted`.
  const groups = groupUncounted(found as unknown as readonly UncountedDocument[]);
  return { groups, isLast: found.length < limit };
};

/** Counts a batch. A document that changed since it was found stays for the next one. @param foundAt before it was found */
export const countBatch = async (
  unit: Transaction,
  type: ContentType,
  { groups, isLast }: UncountedBatch,
  foundAt: Date,
): Promise<void> => {
  const added = new Map<string, number>();
  for (const { locale, uncounted, ids } of groups) {
    const alike = { _id: { $in: [...ids] }, locale, uncounted };
    const { modifiedCount } = await documentsOf(unit, type).updateMany(
      alike,
      { $unset: { uncounted: 1 } },
      unit.options,
    );
    const path = `totals.${totalOfLocale(locale)}`;
    added.set(path, (added.get(path) ?? 0) + uncounted * modifiedCount);
  }
  await totalsCollection(unit.db).updateOne(
    { _id: type.collectionName },
    { $inc: Object.fromEntries(added), ...(isLast ? { $set: { completeAt: foundAt } } : {}) },
    unit.options,
  );
};
