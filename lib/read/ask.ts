// One query to one collection: asked, and answered by the database.
import { MongoServerError } from 'mongodb';
import type { Unit } from '../db/index.ts';
import { invalid } from '../errors.ts';
import type { IndexKeys } from '../schema/index.ts';

/** A document as a projection left it, with what lookups found. */
export type Row = Readonly<Record<string, unknown>>;

type Stage = Readonly<Record<string, unknown>>;

export interface Question {
  /** In words, for who reads the plan. */
  readonly about: string;
  readonly collection: string;
  readonly stages: readonly Stage[];
  /** The index to use; where it is not there, MongoDB chooses. */
  readonly hint?: IndexKeys;
}

export type Ask = (question: Question) => Promise<readonly Row[]>;

/** One document with all that is looked up for it, or a condition with all that it names, outgrew what MongoDB can hold. */
const tooLarge: ReadonlySet<unknown> = new Set([10334, 17419, 17420]);

const badValue = 2;

/** The driver writes no message that is larger than the largest document. */
const outgrows = (error: unknown): boolean =>
  error instanceof MongoServerError
    ? tooLarge.has(error.code)
    : error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';

const told = (error: unknown, { about }: Question): unknown =>
  outgrows(error)
    ? invalid(`What is asked for is too large to be answered, at ${about}: ask for fewer fields, or a limit`, {
        param: 'populate',
      })
    : error;

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

/** The questions that a database answers. Throws ApiError 400 where an answer outgrows what MongoDB can hold. */
export const askOf =
  (unit: AskedIn): Ask =>
  async (question) => {
    try {
      return await hinted(question, (asked) => cursorOf(unit, asked).toArray());
    } catch (error) {
      throw told(error, question);
    }
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
