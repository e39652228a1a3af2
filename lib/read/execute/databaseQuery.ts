// Runs one query on one collection.
import { MongoServerError } from 'mongodb';
import { isTooLarge, type Transaction } from '../../platform/db/index.ts';
import { ApiError, unavailable } from '../../errors.ts';
import type { IndexKeys } from '../../schema/index.ts';

/** A document as a projection returned it, with the results of lookups. */
export type Row = Readonly<Record<string, unknown>>;

export type Stage = Readonly<Record<string, unknown>>;

export interface DatabaseQuery {
  /** Describes the query, for readers of the plan and for errors. */
  readonly about: string;
  readonly collection: string;
  readonly stages: readonly Stage[];
  /** The index to use; if it does not exist, MongoDB chooses one. */
  readonly hint?: IndexKeys | undefined;
}

export type RunQuery = (question: DatabaseQuery) => Promise<readonly Row[]>;

const badValue = 2;

/**
 * Whether a row with its lookups, or a condition with its list of ids, exceeds MongoDB's limit for one document. The
 * driver itself refuses to send such a condition.
 */
const isOversized = (error: unknown): boolean =>
  isTooLarge(error) || (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE');

/** The answer is too large as one MongoDB document; split into several queries it may fit. */
export class OversizedError extends ApiError {}

/** The time limit of a function, with time left for the rest of the request. */
const maxReadMs = 20_000;

const tookTooLong = (): ApiError =>
  unavailable(`The answer takes longer than ${maxReadMs / 1000} s: request less at once`);

/** MongoDB's error code for a query that exceeded its time limit. */
const maxTimeExpired = 50;

const toReadError = (error: unknown, { about }: DatabaseQuery, { session }: Transaction['options']): unknown => {
  if (error instanceof MongoServerError && error.code === maxTimeExpired) return tookTooLong();
  if (!isOversized(error)) return error;
  // An error inside a transaction aborts it, so a split query cannot be tried.
  const Refusal = session === undefined ? OversizedError : ApiError;
  const message = `The answer is too large at ${about}: request fewer fields, or set a limit`;
  return new Refusal(400, 'ValidationError', message, { path: about });
};

/** The options of the `find` that is equal to the stages; undefined when they need an aggregation. */
const findOptions = (stages: readonly Stage[]): Stage | undefined => {
  const { $match, $sort, $skip, $limit, $project, ...others } = Object.assign({}, ...stages) as Stage;
  const names = stages.flatMap((stage) => Object.keys(stage));
  if (Object.keys(others).length > 0 || new Set(names).size < names.length) return undefined;
  return {
    filter: $match,
    projection: $project,
    limit: $limit,
    ...($sort === undefined ? {} : { sort: $sort }),
    ...($skip === undefined ? {} : { skip: $skip }),
  };
};

/** A `find` is faster than the same stages as an aggregation. */
export const cursorOf = ({ db, options }: QueryTarget, { collection: name, stages, hint }: DatabaseQuery) => {
  const find = findOptions(stages);
  const collection = db.collection(name);
  const withHints = hint === undefined ? options : { ...options, hint };
  return find === undefined
    ? collection.aggregate<Row>([...stages], withHints)
    : collection.find<Row>(find.filter ?? {}, { ...find, ...withHints });
};

/** A transaction allows one query at a time. */
type QueryTarget = Pick<Transaction, 'db' | 'options'>;

/**
 * Makes a function that runs queries, all within one time limit.
 *
 * @param timeMs milliseconds for all queries together
 * @throws ApiError 400 when an answer exceeds MongoDB's size limit, 503 when the time is up
 */
export const queryRunner = (unit: QueryTarget, timeMs = maxReadMs): RunQuery => {
  const until = performance.now() + timeMs;
  return async (question) => {
    const maxTimeMS = Math.ceil(until - performance.now());
    if (maxTimeMS <= 0) throw tookTooLong();
    const inTime = { ...unit, options: { ...unit.options, maxTimeMS } };
    try {
      return await withHint(question, (query) => cursorOf(inTime, query).toArray());
    } catch (error) {
      throw toReadError(error, question, unit.options);
    }
  };
};

/** Runs the query with its hint, and without the hint when that index does not exist. */
export const withHint = async <T>(
  question: DatabaseQuery,
  run: (question: DatabaseQuery) => Promise<T>,
): Promise<T> => {
  const { about, collection, stages, hint } = question;
  try {
    return await run(question);
  } catch (error) {
    if (hint === undefined || !(error instanceof MongoServerError) || error.code !== badValue) throw error;
    return run({ about, collection, stages });
  }
};
