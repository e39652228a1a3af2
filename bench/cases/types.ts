// What a benchmark case is: the same question to the product and to the floor.
import type { Db } from 'mongodb';
import type { Sequences } from '../../lib/platform/db/index.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query. */
  readonly path: string;
  /** JSON, when there is one. The marker in it becomes another text in every request. */
  readonly body?: string;
}

export type Args = Readonly<Record<string, string>>;

/** One of the requests that a case goes through in turn. */
export interface Variant {
  /** What the product is asked. */
  readonly product: Request;
  /** What the floor needs to know to answer the same; its method and body are the product's. */
  readonly args: Args;
}

/** What there is to ask about, and where. */
export interface Subject {
  readonly db: Db;
  /** Articles in the database, drafts without a published version among them. */
  readonly documents: number;
  /** The product's answer to a GET, parsed. */
  readonly get: (path: string) => Promise<unknown>;
}

export interface FloorContext {
  readonly db: Db;
  readonly sequences: Sequences;
}

/** By hand, what a programmer would write for this one question. @returns the answer's body */
export type Floor = (context: FloorContext, args: Args, body: unknown) => Promise<unknown>;

export interface Case {
  /** In options, and the floor's path. */
  readonly name: string;
  readonly title: string;
  /** @returns none where the product cannot answer this yet: then the case is left out, and the table says so */
  readonly variants: (subject: Subject) => readonly Variant[] | Promise<readonly Variant[]>;
  readonly floor: Floor;
}

/** In a body: another text in every request. */
export const marker = '{{marker}}';

/** What a marker becomes. */
export const markerText = (run: string, count: number): string => `mark-${run}-${count}`;

export const get = (path: string): Request => ({ method: 'GET', path });

/** The request to the floor. */
export const floorRequest = ({ name }: Case, { product, args }: Variant): Request => ({
  ...product,
  path: `/${name}?${new URLSearchParams(args).toString()}`,
});
