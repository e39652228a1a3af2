// What lib/read/execute runs: a plan of a few indexed queries, as data.
import type { Document } from 'mongodb';
import type { Versions } from '../query/index.ts';
import type { IndexKeys, Schema } from '../../schema/index.ts';

export type { Document };

/** What every pass needs beside what it compiles. */
export interface ReadAs extends Versions {
  readonly schema: Schema;
}

/** The conditions on the documents of a type. */
export interface Matching {
  /** On what stands in them. */
  readonly match: Document;
  /** Stages that look up what the rest is asked of, and ask it. */
  readonly then: readonly Document[];
}

export const stagesOf = ({ match, then }: Matching): readonly Document[] => [{ $match: match }, ...then];

/** Stands in a stage for a list: what this path leads to in each of the rows that a step found. */
export class Resolved {
  readonly step: number;
  readonly path: string;
  /** What the list ends with, beyond what was found. */
  readonly end: readonly unknown[];

  constructor(step: number, path: string, end: readonly unknown[] = []) {
    this.step = step;
    this.path = path;
    this.end = end;
  }
}

/** Finds rows that later steps name. */
export interface ResolveStep {
  /** The same in every compilation of the query. */
  readonly number: number;
  /** In words, for who reads the plan. */
  readonly about: string;
  readonly collection: string;
  /** Find one row more than `most`, where there are more. */
  readonly stages: readonly Document[];
  readonly most: number;
  /** Whether the plan has another way where there are more. */
  readonly streams: boolean;
}

/** What hangs below rows, looked up: by a stage for each row, or by a query of its own for all rows together. */
export interface Lookup {
  /** The attributes from the rows to what is looked up, with dots between: how errors name it. */
  readonly path: string;
  readonly from: string;
  readonly localField: string;
  readonly foreignField: string;
  readonly let?: Document;
  readonly as: string;
  /** Begin with a `$match`. */
  readonly stages: readonly Document[];
  /** What hangs below what is found. */
  readonly lookups: readonly Lookup[];
}

/** The lookup as a stage of a pipeline. */
export const lookupStage = ({ from, localField, foreignField, let: variables, as, ...below }: Lookup): Document => ({
  $lookup: {
    ...{ from, localField, foreignField, as },
    ...(variables === undefined ? {} : { let: variables }),
    pipeline: [...below.stages, ...below.lookups.map(lookupStage)],
  },
});

/** Whether it answers less than it finds: then each row needs its own, and no one query will do for all. */
export const narrows = ({ stages }: Pick<Lookup, 'stages'>): boolean =>
  stages.some((stage) => '$limit' in stage || '$count' in stage);

export interface Plan {
  /** In order: a step may name what those before it found. */
  readonly resolve: readonly ResolveStep[];
  readonly collection: string;
  /** The rows of the answer: those that match, through the stages. */
  readonly match: Document;
  readonly stages: readonly Document[];
  /** What hangs below the rows and is looked up for each of them, by stages after the others. */
  readonly lookups: readonly Lookup[];
  /** What is looked up for all rows together: faster than a stage for each, unless there are few rows. */
  readonly batches: readonly Lookup[];
  /** What is counted beside them; without it nothing is. */
  readonly count?: Counted;
}

export interface Counted extends Matching {
  readonly collection: string;
  /** The index to use, where MongoDB is known to choose badly. */
  readonly hint?: IndexKeys | undefined;
}
