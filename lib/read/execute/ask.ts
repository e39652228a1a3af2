// One query to one collection: asked, and answered by the database.
import { MongoServerError } from 'mongodb';
import { isTooLarge, type Unit } from '../../platform/db/index.ts';
import { ApiError, unavailable } from '../../errors.ts';
import type { IndexKeys } from '../../schema/index.ts';

/** A document as a projection left it, with what lookups found. */
export type Row = Readonly<Record<string, unknown>>;

export type Stage = Readonly<Record<string, unknown>>;

export interface Question {
  /** In words, for who reads the plan. */
  readonly about: string;
  readonly collection: string;
  readonly stages: readonly Stage[];
  /** The index to use; where it is not there, MongoDB chooses. */
  readonly hint?: IndexKeys | undefined;
}

export type Ask = (question: Question) => Promise<readonly Row[]>;

const badValue = 2;

/**
 * One document with all that is looked up for it, or a condition with all that it names, outgrew what MongoDB can hold. The
 * driver writes no message that is larger than the largest document.
 */
const outgrows = (error: unknown): boolean =>
  isTooLarge(error) || (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE');

/** An answer too large for MongoDB to hold in one piece; in several it may do. */
export class Outgrown extends ApiError {}

/** As long as a function may take, with room for what comes after. */
const patienceMs = 20_000;

const tookTooLong = (): ApiError =>
  unavailable(`The answer takes longer than ${patienceMs / 1000} s: ask for less of it`);

/** The server's word for a question that took longer than it was given. */
const timeIsUp = 50;

const told = (error: unknown, { about }: Question, { session }: Unit['options']): unknown => {
  if (error instanceof MongoServerError && error.code === timeIsUp) return tookTooLong();
  if (!outgrows(error)) return error;
  // What fails in a transaction ends it: there is nothing to be tried again.
  const Refusal = session === undefined ? Outgrown : ApiError;
  const message = `What is asked for is too large to be answered, at ${about}: ask for fewer fields, or a limit`;
  return new Refusal(400, 'ValidationError', message, { path: about });
};

/** The options of the `find` that stages come to; undefined where it takes an aggregation. */
const findOf = (stages: readonly Stage[]): Stage | undefined => {
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

/** Stages that a find knows too are faster as one. */
export const cursorOf = ({ db, options }: AskedIn, { collection: name, stages, hint }: Question) => {
  const find = findOf(stages);
  const collection = db.collection(name);
  const given = hint === undefined ? options : { ...options, hint };
  return find === undefined
    ? collection.aggregate<Row>([...stages], given)
    : collection.find<Row>(find.filter ?? {}, { ...find, ...given });
};

/** Of a unit in a transaction, one question may be asked at a time. */
type AskedIn = Pick<Unit, 'db' | 'options'>;

/**
 * The questions that a database answers, all of them together in the time that a function has.
 *
 * @param timeMs milliseconds for all of them
 * @throws ApiError 400 where an answer outgrows what MongoDB can hold, 503 when the time is up
 */
export const askOf = (unit: AskedIn, timeMs = patienceMs): Ask => {
  const until = performance.now() + timeMs;
  return async (question) => {
    const maxTimeMS = Math.ceil(until - performance.now());
    if (maxTimeMS <= 0) throw tookTooLong();
    const inTime = { ...unit, options: { ...unit.options, maxTimeMS } };
    try {
      return await hinted(question, (asked) => cursorOf(inTime, asked).toArray());
    } catch (error) {
      throw told(error, question, unit.options);
    }
  };
};

/** Asks with the question's hint, and without it where its index is missing. */
export const hinted = async <T>(question: Question, ask: (question: Question) => Promise<T>): Promise<T> => {
  const { about, collection, stages, hint } = question;
  try {
    return await ask(question);
  } catch (error) {
    if (hint === undefined || !(error instanceof MongoServerError) || error.code !== badValue) throw error;
    return ask({ about, collection, stages });
  }
};
