// Answers `GET /api/live` with server-sent events: asks the database once a second for all streams with the same credentials.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { corsOf } from '../../api/http/index.ts';
import { ApiError } from '../../errors.ts';
import { readerOf } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import {
  answerLive,
  compareTags,
  LiveChanges,
  readLiveQuery,
  readLiveRows,
  scanStart,
  type LiveAnswer,
  type LiveQuery,
} from '../../read/live/index.ts';
import { parseRequestTarget } from '../gatewayEvent.ts';
import type { ServeFile } from '../serveFiles.ts';
import { senderOf } from '../senderOf.ts';
import { LiveStream } from './liveStream.ts';

export interface LiveTimes {
  /** How long a stream waits between two looks at the database. */
  readonly pollMs: number;
  readonly heartbeatMs: number;
}

const defaultTimes: LiveTimes = { pollMs: 1_000, heartbeatMs: 15_000 };

/** How many kinds of credentials are looked up at the same time. */
const maxQueries = 2;

/** A query that names more tags grows too large: it reads the changes of all documents instead. */
const maxNamedTags = 500;

/** Clients connect again after this time and up to as much more, so that a new process does not get all of them at once. */
const retryMs = 2_000;

const headersFor = (service: Service, origin: string | undefined): Readonly<Record<string, string>> => {
  const cors = corsOf(service.config.http.cors).headersFor(origin);
  return {
    ...cors,
    ...{ vary: `${cors.vary}, Accept`, 'content-type': 'text/event-stream', 'cache-control': 'private, no-store' },
    // nginx would wait for a full buffer.
    ...{ 'x-content-type-options': 'nosniff', 'x-accel-buffering': 'no' },
  };
};

const isStreamRequest = ({ method, headers }: IncomingMessage, path: string): boolean =>
  method === 'GET' && path === '/api/live' && headers.accept?.includes('text/event-stream') === true;

interface Client {
  readonly authorization: string | undefined;
  readonly network: string;
}

/**
 * The streams of a process. Half of the connections stay for other requests. A request that cannot have a stream is left to
 * the route, which answers it as a poll, or with its error.
 */
export class LiveStreams {
  private readonly streams = new Set<LiveStream>();
  /** The networks of the clients, by their responses, also of those that are not streams yet. */
  private readonly networks = new Map<ServerResponse, string>();
  private readonly service: Service;
  private readonly times: LiveTimes;
  private isStopped = false;
  private isRunning = false;

  constructor(service: Service, times = defaultTimes) {
    this.service = service;
    this.times = times;
  }

  readonly serve: ServeFile = async (request, response) => {
    const { path, query } = parseRequestTarget(request);
    if (!isStreamRequest(request, path)) return false;
    const { authorization, origin, 'last-event-id': lastEventId } = request.headers;
    const client = { authorization, network: senderOf(request, this.service.config.http.trustedProxies) };
    if (this.isFull(client.network)) return false;
    this.networks.set(response, client.network);
    response.once('close', () => this.networks.delete(response));
    try {
      const liveQuery = readLiveQuery(query, lastEventId?.toString());
      const start = await this.prepare(client, liveQuery);
      if (this.isStopped) return false;
      // A client may leave before its stream begins; `close` would never come again.
      if (response.destroyed) return true;
      response.writeHead(200, headersFor(this.service, origin));
      this.add(new LiveStream(response, liveQuery, authorization), response, start);
      return true;
    } catch (error) {
      this.networks.delete(response);
      // The route refuses the request, too.
      if (error instanceof ApiError) return false;
      throw error;
    }
  };

  /** Ends all streams. Their clients connect again, to another process. */
  close(): void {
    this.isStopped = true;
    for (const stream of this.streams) stream.end();
  }

  private isFull(network: string): boolean {
    const { maxConnections } = this.service.config.http.server;
    const ofNetwork = [...this.networks.values()].filter((one) => one === network).length;
    return this.isStopped || this.networks.size >= maxConnections / 2 || ofNetwork >= maxConnections / 4;
  }

  private async prepare({ authorization, network }: Client, query: LiveQuery): Promise<LiveAnswer> {
    const { access, config } = this.service;
    const caller = await access.identify(authorization);
    return answerLive(this.service, caller, query, readerOf(caller, config, network));
  }

  private add(stream: LiveStream, response: ServerResponse, start: LiveAnswer): void {
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    stream.open(Math.round(retryMs * (1 + Math.random())), start);
    if (!this.isRunning) void this.run();
  }

  /** Runs as long as there are streams. */
  private async run(): Promise<void> {
    this.isRunning = true;
    let beatAt = performance.now() + this.times.heartbeatMs;
    while (this.streams.size > 0 && !this.isStopped) {
      await sleep(this.times.pollMs, undefined, { ref: false });
      await this.poll();
      if (performance.now() < beatAt) continue;
      beatAt = performance.now() + this.times.heartbeatMs;
      for (const stream of this.streams) stream.beat();
    }
    this.isRunning = false;
  }

  private async poll(): Promise<void> {
    const groups = new Map<string | undefined, LiveStream[]>();
    for (const stream of this.streams)
      groups.set(stream.authorization, (groups.get(stream.authorization) ?? []).concat(stream));
    const limit = pLimit(maxQueries);
    await Promise.all(
      [...groups].map(([authorization, streams]) => limit(() => this.pollGroup(authorization, streams))),
    );
  }

  /** The permissions of the caller may have changed since the last time. */
  private async pollGroup(authorization: string | undefined, streams: readonly LiveStream[]): Promise<void> {
    try {
      const caller = await this.service.access.identify(authorization);
      const now = this.service.now();
      const tags = [...new Set(streams.flatMap(({ query }) => query.tags))];
      const from = Math.min(...streams.map(({ query }) => scanStart(query.since, now)));
      const rows = await readLiveRows(this.service, caller, tags.length > maxNamedTags ? undefined : tags, from);
      const changes = new LiveChanges(rows);
      for (const stream of streams) stream.accept(compareTags(changes, stream.query, now));
    } catch (error) {
      // Streams wait for a database that does not answer, and compare afterwards. Others end, and the route refuses the client.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403))
        for (const stream of streams) stream.end();
    }
  }
}
