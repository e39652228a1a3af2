// The types of a plan: a few indexed queries as data, which lib/read/execute runs.
import type { Document } from 'mongodb';
import type { Versions } from '../query/index.ts';
import type { IndexKeys, Schema } from '../../schema/index.ts';

export type { Document };

/** What every pass needs beside its input. */
export interface PlanContext extends Versions {
  readonly schema: Schema;
}

/** The conditions on the documents of a type. */
export interface MatchStages {
  /** On fields of the documents. */
  readonly match: Document;
  /** Stages that look up related documents and test them. */
  readonly then: readonly Document[];
}

export const stagesOf = ({ match, then }: MatchStages): readonly Document[] => [{ $match: match }, ...then];

/** A placeholder in a stage for a list of values: those at a path in the rows that a step found. */
export class ResolvedValues {
  readonly step: number;
  readonly path: string;
  /** Values to append to the list. */
  readonly end: readonly unknown[];

  constructor(step: number, path: string, end: readonly unknown[] = []) {
    this.step = step;
    this.path = path;
    this.end = end;
  }
}

/** A step that finds rows for later steps to use. */
export interface ResolveStep {
  /** The same in every compilation of the query. */
  readonly number: number;
  /** Describes the step, for readers of the plan and for errors. */
  readonly about: string;
  readonly collection: string;
  /** When there are more rows than `most`, the stages find `most` + 1. */
  readonly stages: readonly Document[];
  readonly most: number;
  /** Whether the plan can use a lookup when there are more. */
  readonly streams: boolean;
}

/** A join of related documents: by a stage for each row, or by one query for all rows. */
export interface Lookup {
  /** The attribute names from the rows to the joined documents, joined by dots: errors name it. */
  readonly path: string;
  readonly from: string;
  readonly localField: string;
  readonly foreignField: string;
  readonly let?: Document;
  readonly as: string;
  /** The first stage is a `$match`. */
  readonly stages: readonly Document[];
  /** The lookups inside the joined documents. */
  readonly lookups: readonly Lookup[];
}

/** The lookup as a pipeline stage. */
export const lookupStage = ({ from, localField, foreignField, let: variables, as, ...below }: Lookup): Document => ({
  $lookup: {
    ...{ from, localField, foreignField, as },
    ...(variables === undefined ? {} : { let: variables }),
    pipeline: [...below.stages, ...below.lookups.map(lookupStage)],
  },
});

/**
 * Whether the lookup limits or counts what it finds: then each row needs its own, and one query cannot serve all rows.
 */
export const isLimited = ({ stages }: Pick<Lookup, 'stages'>): boolean =>
  stages.some((stage) => '$limit' in stage || '$count' in stage);

/** A part of a query that MongoDB evaluates for each row, because no index serves it. */
export interface UnindexedCondition {
  /** As in the query, without positions in groups: `filters[author][name][$contains]`. */
  readonly path: string;
  /** How many texts it searches in each row. */
  readonly texts: number;
  /** Whether the texts may be as long as the document. */
  readonly long: boolean;
  /** How many related documents it looks up for each row. */
  readonly lookups: number;
}

/** A relation that leads from documents of one collection to those of another. */
export interface RelationStep {
  readonly source: string;
  readonly target: string;
  /** How many links a document is expected to store: 1 or 2, as for many. */
  readonly links: number;
  /** Whether the targets store the links: then a source has as many as the sizes of the collections say. */
  readonly isInverse: boolean;
  /** The most targets of one source; undefined: all. */
  readonly most?: number | undefined;
  /** Whether one query finds the targets of all sources, each of them once. */
  readonly isBatched: boolean;
}

/** Rows of a collection that a query reads one by one. */
export interface Scan {
  readonly collection: string;
  /** undefined: all rows. */
  readonly rows: number | undefined;
  /** The relations from the rows to what the query looks up, where one leads on from the targets of others. */
  readonly through?: readonly RelationStep[];
  /** Whether the answer has what these relations lead to. */
  readonly isAnswered?: true;
  /** How often: a page and its count read the same rows. */
  readonly passes: number;
  readonly conditions: readonly UnindexedCondition[];
}

export interface Plan {
  /** In order: a step may use the results of the steps before it. */
  readonly resolve: readonly ResolveStep[];
  readonly collection: string;
  /** The rows of the answer: this match, then the stages. */
  readonly match: Document;
  readonly stages: readonly Document[];
  /** The index to use for the rows, where MongoDB takes long to choose one. */
  readonly hint?: IndexKeys | undefined;
  /** Lookups that run for each row, as stages at the end. */
  readonly lookups: readonly Lookup[];
  /** Lookups that run once for all rows: faster than a stage for each row, unless there are few rows. */
  readonly batches: readonly Lookup[];
  /** undefined: nothing is counted. */
  readonly count?: CountPlan;
  /** What no index serves; undefined: indexes serve everything. */
  readonly scans?: readonly Scan[];
}

export interface CountPlan extends MatchStages {
  readonly collection: string;
  /** The index to use, where MongoDB chooses a slower one. */
  readonly hint?: IndexKeys | undefined;
  /** Where the number is stored; undefined if it has to be counted. */
  readonly stored?: StoredTotalPlan | undefined;
}

/** Reads a stored total. Without a row there is none. */
export interface StoredTotalPlan {
  /** Describes the query, for readers of the plan. */
  readonly about: string;
  readonly collection: string;
  readonly stages: readonly Document[];
  /** The locale whose total is read; undefined: the sum of all. */
  readonly locale: string | undefined;
}
