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

/** The rows of the answer. `match` is repeated by the count; `stages` follow it. */
export interface PageStep {
  readonly collection: string;
  readonly match: Document;
  readonly stages: readonly Document[];
}

export interface Plan {
  /** In order: a step may name what those before it found. */
  readonly resolve: readonly ResolveStep[];
  readonly page: PageStep;
  readonly withCount: boolean;
}
