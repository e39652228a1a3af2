// Answers `GET /api/live` with server-sent events: asks the database once a second for all streams whose callers may read the same.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { corsOf, varyWithAccept } from '../../api/http/index.ts';
import { livePath } from '../../api/http/routes/index.ts';
import { ApiError } from '../../errors.ts';
import { readerOf, type Caller } from '../../platform/access/index.ts';
import { isUnreachable } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import {
  answerLive,
  compareTags,
  LiveChanges,
  readLiveQuery,
  readLiveRows,
  scanStart,
  type LiveAnswer,
} from '../../read/live/index.ts';
import { parseRequestTarget } from '../gatewayEvent.ts';
import type { ServeRequest } from '../serveFiles.ts';
import { senderOf } from '../senderOf.ts';
import { LiveStream, type StreamReader } from './liveStream.ts';

export interface LiveTimes {
  /** How long a stream waits between two looks at the database. */
  readonly pollMs: number;
  readonly heartbeatMs: number;
}

const defaultTimes: LiveTimes = { pollMs: 1_000, heartbeatMs: 15_000 };

/** How long a stream keeps its caller, whose permissions may be ten seconds old then. */
const callerMs = 10_000;

/** How many queries run at the same time. */
const maxQueries = 2;

/** A query that names more tags grows too large: it reads the changes of all documents instead. */
const maxNamedTags = 500;

/** Clients connect again after this time and up to as much more, so that a new process does not get all of them at once. */
const retryMs = 2_000;

const headersFor = (service: Service, origin: string | undefined): Readonly<Record<string, string>> => {
  const cors = corsOf(service.config.http.cors).headersFor(origin);
  return {
    ...cors,
    ...{ vary: varyWithAccept(cors), 'content-type': 'text/event-stream', 'cache-control': 'private, no-store' },
    // nginx would wait for a full buffer.
    ...{ 'x-content-type-options': 'nosniff', 'x-accel-buffering': 'no' },
  };
};

/** Streams whose callers may read the same. */
interface StreamGroup {
  readonly caller: Caller;
  readonly streams: LiveStream[];
}

const isStreamRequest = ({ method, headers }: IncomingMessage, path: string): boolean =>
  method === 'GET' && path === livePath && headers.accept?.includes('text/event-stream') === true;

/**
 * The streams of a process. Half of the connections stay for other requests. A request that cannot have a stream is left to
 * the route, which answers it as a poll, or with its error.
 */
export class LiveStreams {
  private readonly streams = new Set<LiveStream>();
  /** The networks of the clients, by their responses, also of those that are not streams yet. */
  private readonly networks = new Map<ServerResponse, string>();
  private readonly service: Service;
  /** How many requests may share the process: half of them stay for others. */
  private readonly maxRequests: number;
  private readonly times: LiveTimes;
  private isStopped = false;
  private isRunning = false;

  constructor(service: Service, maxRequests = service.config.http.server.maxConnections, times = defaultTimes) {
    this.service = service;
    this.maxRequests = maxRequests;
    this.times = times;
  }

  readonly serve: ServeRequest = async (request, response) => {
    const { path, query } = parseRequestTarget(request);
    if (!isStreamRequest(request, path)) return false;
    const { authorization, origin, 'last-event-id': lastEventId } = request.headers;
    const { config } = this.service;
    const network = senderOf(request, config.http.trustedProxies);
    if (this.isFull(network)) return false;
    this.networks.set(response, network);
    response.once('close', () => this.networks.delete(response));
    try {
      const liveQuery = readLiveQuery(query, lastEventId?.toString());
      const reader = await this.identify(authorization);
      const start = await answerLive(this.service, reader.caller, liveQuery, readerOf(reader.caller, config, network));
      if (this.isStopped) return false;
      // A client may leave before its stream begins; `close` would never come again.
      if (response.destroyed) return true;
      response.writeHead(200, headersFor(this.service, origin));
      this.add(new LiveStream(response, liveQuery, reader), response, start);
      return true;
    } catch (error) {
      this.networks.delete(response);
      // The route refuses the request, too.
      if (error instanceof ApiError || isUnreachable(error)) return false;
      throw error;
    }
  };

  /** Ends all streams. Their clients connect again, to another process. */
  close(): void {
    this.isStopped = true;
    this.end([...this.streams]);
  }

  private isFull(network: string): boolean {
    const ofNetwork = [...this.networks.values()].filter((one) => one === network).length;
    return this.isStopped || this.networks.size >= this.maxRequests / 2 || ofNetwork >= this.maxRequests / 4;
  }

  private async identify(authorization: string | undefined): Promise<StreamReader> {
    const identifiedAt = performance.now();
    return { authorization, caller: await this.service.access.identify(authorization), identifiedAt };
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
    await this.renewCallers();
    const groups = new Map<string, StreamGroup>();
    for (const stream of this.streams) {
      const { caller } = stream.reader;
      const group = groups.get(caller.view) ?? { caller, streams: [] };
      groups.set(caller.view, group);
      group.streams.push(stream);
    }
    const limit = pLimit(maxQueries);
    await Promise.all([...groups.values()].map((group) => limit(() => this.pollGroup(group))));
  }

  /** Ends the streams of callers whose credentials are no longer valid. */
  private async renewCallers(): Promise<void> {
    const renewUntil = performance.now() - callerMs;
    for (const stream of this.streams) {
      const { authorization, identifiedAt } = stream.reader;
      if (identifiedAt > renewUntil) continue;
      try {
        stream.reader = await this.identify(authorization);
      } catch (error) {
        if (isUnreachable(error)) return;
        this.end([stream]);
      }
    }
  }

  /** The clients connect again: the route answers them, or refuses them. */
  private end(streams: readonly LiveStream[]): void {
    for (const stream of streams) {
      this.streams.delete(stream);
      stream.end();
    }
  }

  private async pollGroup({ caller, streams }: StreamGroup): Promise<void> {
    const now = this.service.now();
    const tags = [...new Set(streams.flatMap(({ query }) => query.tags))];
    const from = Math.min(...streams.map(({ query }) => scanStart(query.since, now)));
    try {
      const rows = await readLiveRows(this.service, caller, tags.length > maxNamedTags ? undefined : tags, from);
      const changes = new LiveChanges(rows);
      for (const stream of streams) stream.accept(compareTags(changes, stream.query, now));
    } catch (error) {
      // Streams wait for a database that does not answer, or takes too long, and compare afterwards.
      if (!isUnreachable(error) && !(error instanceof ApiError)) this.end(streams);
    }
  }
}
