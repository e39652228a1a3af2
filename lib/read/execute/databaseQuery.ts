// Runs one query on one collection.
import { MongoServerError, type Db } from 'mongodb';
import { memoize } from '../../memoize.ts';
import { isTooLarge, type Transaction } from '../../platform/db/index.ts';
import { ApiError, clientDisconnected, unavailable } from '../../errors.ts';
import type { Reader } from '../../platform/timings.ts';
import type { IndexKeys } from '../../schema/index.ts';
import { decodeRow } from './decodeRow.ts';
import { withPlace } from './readShares.ts';
import { mapInTurns } from './turns.ts';

/** How long a query that found nothing is not sent again: a list would look for its stored total each time in vain. */
const rememberedMs = 500;

/** By query: until when, by `performance.now()`, it finds nothing. */
const absentUntil: (db: Db) => Map<string, number> = memoize(() => new Map());

/** @param about names the query */
const withAbsentRows = async <T>(db: Db, about: string, run: () => Promise<readonly T[]>): Promise<readonly T[]> => {
  const known = absentUntil(db);
  if (performance.now() < (known.get(about) ?? 0)) return [];
  const rows = await run();
  if (rows.length === 0) known.set(about, performance.now() + rememberedMs);
  return rows;
};

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
  /**
   * Whether all collections are read as they were at one moment, as in a transaction. If there are no rows, the process
   * remembers it for a few seconds. There are none if MongoDB has no snapshot.
   */
  readonly snapshot?: true;
  /** Whether the query fails without the index: it would read the whole collection. */
  readonly needsHint?: true;
  /** Called when the reader has its place, and the query is sent. */
  readonly onSend?: () => void;
}

export type RunQuery = (question: DatabaseQuery) => Promise<readonly Row[]>;

/** MongoDB's error code for an index that does not exist. */
export const badValue = 2;

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

const tookTooLong = (timeMs: number): ApiError =>
  unavailable(`The answer takes longer than ${timeMs / 1000} s: request less at once`);

/** A query took longer, or has larger rows, than the queries of a cheap read may; it can be sent again as that of a costly one. */
export class CostlyQuery extends Error {}

/** MongoDB's error code for a query that exceeded its time limit. */
const maxTimeExpired = 50;

const tooLarge = (Refusal: typeof ApiError, { about }: DatabaseQuery): ApiError =>
  new Refusal(400, 'ValidationError', `The answer is too large at ${about}: request fewer fields, or set a limit`, {
    path: about,
  });

const toReadError = (error: unknown, question: DatabaseQuery, { session }: Transaction['options']): unknown => {
  if (!isOversized(error)) return error;
  // An error inside a transaction aborts it, so a split query cannot be tried.
  return tooLarge(session === undefined ? OversizedError : ApiError, question);
};

/** MongoDB's error code SnapshotUnavailable. */
const snapshotUnavailable = 246;

/** Whether MongoDB has no snapshot: a collection or an index of the query was created just now. */
const isSnapshotUnavailable = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === snapshotUnavailable;

/** The option of a `find` that is equal to a stage. */
const findOptionOf: Readonly<Record<string, string | undefined>> = {
  $match: 'filter',
  $sort: 'sort',
  $skip: 'skip',
  $limit: 'limit',
  $project: 'projection',
};

/** The options of the `find` that is equal to the stages; undefined when they need an aggregation. */
const findOptions = (stages: readonly Stage[]): Readonly<Record<string, object>> | undefined => {
  const options: Record<string, object> = {};
  for (const stage of stages)
    for (const name in stage) {
      const option = findOptionOf[name];
      if (option === undefined || option in options) return undefined;
      options[option] = stage[name] as object;
    }
  return options;
};

/**
 * Without a batch size, the first reply of MongoDB has 101 rows, and the others need a second round trip. Pages have at most 100
 * rows by default. A larger reply, of up to 16 MB, would delay all other requests while it is read.
 *
 * The driver would test each text for characters that are no UTF-8, which takes a fifth of the time of reading long lists.
 * Lectern stores only valid texts; in any other the characters are replaced.
 */
const cursorOptions = { batchSize: 250, enableUtf8Validation: false } as const;

/** A `find` is faster than the same stages as an aggregation. */
export const cursorOf = <Result extends Row | Buffer = Row>(
  { db, options: targetOptions }: QueryTarget,
  { collection: name, stages, hint, snapshot }: DatabaseQuery,
) => {
  const find = findOptions(stages);
  const collection = db.collection(name);
  const options = {
    ...cursorOptions,
    ...targetOptions,
    ...(hint === undefined ? {} : { hint }),
    ...(snapshot === true && targetOptions.session === undefined ? { readConcern: 'snapshot' as const } : {}),
  };
  if (find === undefined) return collection.aggregate<Result>([...stages], options);
  const { filter = {}, ...others } = find;
  return collection.find<Result>(filter, { ...others, ...options });
};

/** Rows have fields that are not answered, such as links, but not many times as much of them. */
const bytesOfAnswer = 8;

/**
 * @param count gets the bytes of each row, and throws when they are too many
 * @returns the rows as bytes
 */
const readRows = async (
  target: QueryTarget,
  question: DatabaseQuery,
  count: (bytes: number) => void,
): Promise<readonly Buffer[]> => {
  // Without the name, the driver decodes nothing of an error of an aggregation: it could not read which primary has stepped down.
  const options = { ...target.options, raw: true, documentsReturnedIn: 'firstBatch' };
  const cursor = cursorOf<Buffer>({ ...target, options }, question);
  const rows: Buffer[] = [];
  // One reply of MongoDB after the other.
  for await (const first of cursor)
    for (const row of [first, ...cursor.readBufferedDocuments()]) {
      rows.push(row);
      count(row.length);
    }
  return rows;
};

/** A transaction allows one query at a time. */
interface QueryTarget extends Pick<Transaction, 'db'> {
  readonly options: Transaction['options'] & { readonly signal?: AbortSignal };
}

export interface RunnerOptions {
  /** Milliseconds for all queries together. */
  readonly timeMs?: number | undefined;
  /** Milliseconds for each query; undefined: only those for all together. */
  readonly queryMs?: number | undefined;
  /** The most bytes of the rows of all queries together. */
  readonly maxBytes?: number | undefined;
  /** Whose places the queries take, and in whose turns their rows are decoded; undefined: they need none, as in a transaction. */
  readonly reader?: Reader | undefined;
  /** Whether the reader has a place for all queries. */
  readonly hasPlace?: boolean;
  /** Ends the queries. MongoDB ends a query whose connection closes. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a function that runs queries, all within one time limit.
 *
 * @throws ApiError 400 when an answer exceeds MongoDB's size limit, 503 when the time is up, or when no place is free; CostlyQuery
 *   when one query takes longer than `queryMs`, or all have more than `maxBytes`
 */
export const queryRunner = (
  unit: QueryTarget,
  {
    timeMs = maxReadMs,
    queryMs = maxReadMs,
    maxBytes = Infinity,
    reader,
    hasPlace = false,
    signal,
  }: RunnerOptions = {},
): RunQuery => {
  const until = performance.now() + timeMs;
  const maxBytesOfQuery = bytesOfAnswer * (reader?.maxBytes ?? Infinity);
  let bytesOfAll = 0;
  return async (question) => {
    const leftMs = Math.ceil(until - performance.now());
    if (leftMs <= 0) throw tookTooLong(timeMs);
    const maxTimeMS = Math.min(leftMs, queryMs);
    const inTime = { ...unit, options: { ...unit.options, maxTimeMS, ...(signal === undefined ? {} : { signal }) } };
    let bytesOfQuery = 0;
    const count = (bytes: number): void => {
      bytesOfQuery += bytes;
      bytesOfAll += bytes;
      if (bytesOfQuery > maxBytesOfQuery) throw tooLarge(ApiError, question);
      if (bytesOfAll > maxBytes) throw new CostlyQuery();
    };
    const isSnapshot = question.snapshot === true;
    const read = async (): Promise<readonly Buffer[]> => {
      question.onSend?.();
      const run = (): Promise<readonly Buffer[]> => withHint(question, (query) => readRows(inTime, query, count));
      return isSnapshot ? withAbsentRows(unit.db, question.about, run) : run();
    };
    try {
      if (reader === undefined) return (await read()).map(decodeRow);
      // A reader that waits for its turn has no place, so that others can read meanwhile.
      const rows = hasPlace ? await read() : await withPlace(unit.db, reader, read);
      return await mapInTurns(reader, rows, decodeRow);
    } catch (error) {
      if (isSnapshot && isSnapshotUnavailable(error) && unit.options.session === undefined) return [];
      if (error instanceof MongoServerError && error.code === maxTimeExpired)
        throw maxTimeMS < leftMs ? new CostlyQuery() : tookTooLong(timeMs);
      throw signal?.aborted === true ? clientDisconnected() : toReadError(error, question, unit.options);
    }
  };
};

/** Runs the query with its hint, and without the hint when that index does not exist. */
export const withHint = async <T>(
  question: DatabaseQuery,
  run: (question: DatabaseQuery) => Promise<T>,
): Promise<T> => {
  const { about, collection, stages, hint, needsHint } = question;
  try {
    return await run(question);
  } catch (error) {
    if (hint === undefined || needsHint === true || !(error instanceof MongoServerError) || error.code !== badValue)
      throw error;
    return run({ about, collection, stages });
  }
};
