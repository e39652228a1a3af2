// Fills a database with small documents as the product stores them, and builds the product's indexes.
import { ObjectId, Timestamp, type Db } from 'mongodb';
import { prepareIndexes, type StoredDocument } from '../../lib/platform/db/index.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { currentFormat, recordFormat } from '../../cli/migrate/index.ts';
import { insertDocuments, setSequence } from '../data/load.ts';
import { Random } from '../data/random.ts';
import { makeTitle } from '../data/text.ts';
import type { Measure } from './rows.ts';

export const categoryCount = 1_000;

const firstSecond = Date.UTC(2020, 0, 1) / 1000;

const idOf = (prefix: string, index: number): string => `${prefix}${index.toString(36).padStart(23, '0')}`;
export const recordId = (index: number): string => idOf('r', index);
export const categoryId = (index: number): string => idOf('c', index);

/** Numbers are dense and in no order, so a sorted page has rows from everywhere. */
const numberOf = (index: number): number => Math.imul(index, 0x9e3779b1) >>> 1;

const times = (index: number) => {
  const second = firstSecond + index;
  const createdAt = new Date(second * 1000);
  return { second, createdAt, updatedAt: createdAt };
};

const record = (index: number): StoredDocument => {
  const { second, ...dates } = times(index);
  const title = makeTitle(new Random(index));
  const draft = {
    id: index * 2 + 1,
    ...dates,
    title,
    slug: `${title.toLowerCase().replaceAll(' ', '-')}-${index}`,
    number: numberOf(index),
    day: new Date((second % 100_000) * 86_400).toISOString().slice(0, 10),
    category: { to: categoryId(numberOf(index) % categoryCount), at: dates.createdAt.getTime() },
  };
  return {
    ...{ documentId: recordId(index), locale: null, revision: 1 },
    ...{ draft, published: { ...draft, id: index * 2 + 2, publishedAt: dates.createdAt }, draftStatus: 'published' },
    changed: new Timestamp({ t: second, i: 1 }),
    written: { id: new ObjectId(), revision: 1, at: dates.createdAt, action: 'create' },
  };
};

const category = (index: number): StoredDocument => {
  const { second, ...dates } = times(index);
  return {
    ...{ documentId: categoryId(index), locale: null, revision: 1 },
    published: { id: index + 1, ...dates, publishedAt: dates.createdAt, name: `Category ${index}` },
    changed: new Timestamp({ t: second, i: 1 }),
  };
};

/** Fills an empty database with this many records and their categories, without indexes. */
export const fill = async (db: Db, documents: number, measure: Measure): Promise<void> => {
  await measure('fill (without indexes)', { documents }, async () => {
    await insertDocuments(db, 'categories', categoryCount, category);
    await insertDocuments(db, 'records', documents, record);
    return undefined;
  });
  await setSequence(db, 'records', documents * 2);
  await setSequence(db, 'categories', categoryCount);
};

/** Builds the indexes of a filled database. */
export const buildIndexes = async (db: Db, schema: Schema, documents: number, measure: Measure): Promise<void> => {
  await measure('building the indexes', { documents }, async () => {
    await prepareIndexes(db, schema);
    return undefined;
  });
  await recordFormat(db, currentFormat);
};
