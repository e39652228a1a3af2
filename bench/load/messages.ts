// What the load client is told and what it tells.
import type { Request } from '../cases/types.ts';

export interface Job {
  /** The server, on 127.0.0.1. */
  readonly url: string;
  /** Sent in turn, again from the first after the last. */
  readonly requests: readonly Request[];
  readonly headers: Readonly<Record<string, string>>;
  /** Connections, each of which has one request under way. */
  readonly connections: number;
  readonly seconds: number;
  /** Makes the markers of this job unlike those of others. */
  readonly run: string;
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds from sending a request to the last byte of its answer. */
  readonly p50: number;
  readonly p99: number;
}

/** The second: why the load is no measurement. */
export type Outcome = { readonly load: Load } | { readonly failure: string };
