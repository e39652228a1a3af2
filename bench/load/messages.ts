// Types of the messages to and from the load worker.
import type { Request } from '../cases/types.ts';

export interface Job {
  /** The URL of the server, on 127.0.0.1. */
  readonly url: string;
  /** The requests to send in turn; after the last the first comes again. */
  readonly requests: readonly Request[];
  readonly headers: Readonly<Record<string, string>>;
  /** The number of connections; each has one request under way. */
  readonly connections: number;
  readonly seconds: number;
  /** Makes the marker texts of this job unique. */
  readonly run: string;
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds from sending a request to the last byte of its answer. */
  readonly p50: number;
  readonly p99: number;
}

/** The measurement, or why it failed. */
export type Outcome = { readonly load: Load } | { readonly failure: string };
