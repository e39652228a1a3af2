// Types of a benchmark case, which sends equivalent requests to the product and to the floor.
import type { Db } from 'mongodb';
import type { Sequences } from '../../lib/platform/db/index.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query. */
  readonly path: string;
  /** JSON, if the request has a body. Every request replaces the marker in it by another text. */
  readonly body?: string;
}

export type Args = Readonly<Record<string, string>>;

/** One of the requests that a case sends in turn. */
export interface Variant {
  /** The request to the product. */
  readonly product: Request;
  /** The parameters for the floor; method and body are those of the request to the product. */
  readonly args: Args;
}

/** The data that the cases request. */
export interface Subject {
  readonly db: Db;
  /** The number of articles in the database, including those that are only drafts. */
  readonly documents: number;
  /** The product's answer to a GET, parsed. */
  readonly get: (path: string) => Promise<unknown>;
}

export interface FloorContext {
  readonly db: Db;
  readonly sequences: Sequences;
}

/** The hand-written implementation of one case. @returns the body of the answer */
export type Floor = (context: FloorContext, args: Args, body: unknown) => Promise<unknown>;

export interface Case {
  /** The name in LECTERN_BENCH_CASES and in the floor's path. */
  readonly name: string;
  readonly title: string;
  /** @returns the requests; none if the product does not support the case yet, which the table then says */
  readonly variants: (subject: Subject) => readonly Variant[] | Promise<readonly Variant[]>;
  readonly floor: Floor;
  /** Product and floor get one half of the requests each, so that each is the only writer of its documents. */
  readonly isDivided?: true;
}

/** The placeholder in a body for a text that is different in every request. */
export const marker = '{{marker}}';

/** The text that replaces a marker. */
export const markerText = (run: string, count: number): string => `mark-${run}-${count}`;

export const get = (path: string): Request => ({ method: 'GET', path });

/** The request to the floor for a variant. */
export const floorRequest = ({ name }: Case, { product, args }: Variant): Request => ({
  ...product,
  path: `/${name}?${new URLSearchParams(args).toString()}`,
});
