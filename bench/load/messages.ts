// Types of the messages to and from the load worker.
import type { Request } from '../cases/types.ts';

export interface Job {
  /** The URL of the server, on 127.0.0.1. */
  readonly url: string;
  /** The requests to send in turn; after the last the first comes again. */
  readonly requests: readonly Request[];
  readonly headers: Readonly<Record<string, string>>;
  /** The number of connections; each has at most one request under way. */
  readonly connections: number;
  readonly seconds: number;
  /** How long a connection waits after each answer; undefined: not at all. */
  readonly pauseMs?: number;
  /** Makes the marker texts of this job unique. */
  readonly run: string;
}

export interface Load {
  readonly perSecond: number;
  /** The milliseconds of each request, from sending it to the last byte of its answer, in ascending order. */
  readonly times: Float64Array;
}

/** The measurement, or why it failed. */
export type Outcome = { readonly load: Load } | { readonly failure: string };
