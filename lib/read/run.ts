// Runs a plan: the steps it starts with, then the page and its count side by side.
import { MongoServerError, type Collection, type Db, type Document } from 'mongodb';
import type { Unit } from '../db/index.ts';
import { invalid } from '../errors.ts';
import { Resolved, type Plan } from '../pipeline/index.ts';
import { attach } from './batch.ts';

/** A document as the plan's projection left it, with what its lookups found. */
export type Row = Readonly<Record<string, unknown>>;

export interface Found {
  readonly rows: readonly Row[];
  /** How many match in all; undefined when the plan does not count. */
  readonly total: number | undefined;
}

type Values = readonly unknown[];

/** Puts what earlier steps found where a later one names it. */
const fill = (value: unknown, found: readonly Values[]): unknown => {
  if (value instanceof Resolved) return found[value.step] ?? [];
  if (Array.isArray(value)) return value.map((item) => fill(item, found));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, found)]));
};

/**
 * @param options of the unit to read in: one of a transaction takes plans of one document only, whose queries follow one
 *   another
 * @throws MongoError when the database does not answer
 */
export const run = async (db: Db, plan: Plan, options: Unit['options'] = {}): Promise<Found> => {
  const found: Values[] = [];
  // A filled stage has the form it had before.
  const filled = <T extends Document | readonly Document[]>(value: T): T =>
    plan.resolve.length === 0 ? value : (fill(value, found) as T);

  for (const { collection, match, value } of plan.resolve) {
    const values: Values = await db.collection(collection).distinct(value, filled(match), options);
    found.push(values);
  }
  const collection = db.collection(plan.collection);
  const page = async (): Promise<readonly Row[]> => {
    const rows = await rowsOf(collection, filled(plan.match), filled(plan.stages), options);
    return attach(db, rows, filled(plan.batches));
  };
  const [rows, total] = await Promise.all([
    page().catch(explained),
    plan.count === undefined ? undefined : collection.countDocuments(filled(plan.count)),
  ]);
  return { rows, total };
};

/** One document with all that is looked up for it outgrew what MongoDB can hold. */
const tooLarge = 10334;

const explained = (error: unknown): never => {
  if (error instanceof MongoServerError && error.code === tooLarge)
    throw invalid('What is populated is too large to be answered: ask for fewer fields, or a limit', {
      param: 'populate',
    });
  throw error;
};

/** Stages that a find knows too are faster as one. */
const rowsOf = (
  collection: Collection,
  match: Document,
  stages: readonly Document[],
  options: Unit['options'],
): Promise<Row[]> => {
  const { $sort, $skip, $limit, $project, ...others } = Object.assign({}, ...stages) as Document;
  if (Object.keys(others).length > 0)
    return collection.aggregate<Row>([{ $match: match }, ...stages], options).toArray();
  return collection
    .find<Row>(match, {
      ...options,
      projection: $project as Document,
      limit: $limit as number,
      ...($sort === undefined ? {} : { sort: $sort as Document }),
      ...($skip === undefined ? {} : { skip: $skip as number }),
    })
    .toArray();
};
