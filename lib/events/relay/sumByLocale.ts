// Sums over the documents of a type, for stored totals.
import { totalOfLocale, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { ContentType } from '../../schema/index.ts';

/** By locale, the sum of an expression over the documents of an index, which MongoDB reads without their documents. */
export const sumByLocale = async (
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
