// What lib/db runs: a plan of a few indexed queries, as data.
import type { Document } from 'mongodb';
import type { Versions } from '../query/index.ts';
import type { Schema } from '../schema/index.ts';

export type { Document };

/** What every pass needs beside what it compiles. */
export interface ReadAs extends Versions {
  readonly schema: Schema;
}

/** Stands in a `$match` for what an earlier step found. */
export class Resolved {
  readonly step: number;

  constructor(step: number) {
    this.step = step;
  }
}

/** Finds values that later steps name: the distinct `value`s (a dotted path) of the documents that match. */
export interface ResolveStep {
  readonly collection: string;
  readonly match: Document;
  readonly value: string;
}

/** A `$lookup`, as a stage or as a query of its own for all rows together. */
export interface Lookup {
  readonly $lookup: {
    readonly from: string;
    readonly localField: string;
    readonly foreignField: string;
    readonly as: string;
    /** Begins with a `$match`; ends with the lookups below it. */
    readonly pipeline: readonly Document[];
  };
}

export interface Plan {
  /** In order: a step may name what those before it found. */
  readonly resolve: readonly ResolveStep[];
  readonly collection: string;
  /** The rows of the answer: those that match, through the stages. */
  readonly match: Document;
  readonly stages: readonly Document[];
  /** What hangs below the rows, looked up for all of them together: cheaper than a stage a row, but for a few rows. */
  readonly batches: readonly Lookup[];
  /** What is counted beside them; without it nothing is. */
  readonly count?: Document;
}
