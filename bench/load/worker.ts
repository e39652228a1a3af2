// The load worker: sends requests in a closed loop per connection.
import { setTimeout } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { marker, markerText, type Request } from '../cases/types.ts';
import { Connection } from './connection.ts';
import type { Job, Load, Outcome } from './messages.ts';

/** The longest queue of connections that a server of Node has by default. */
const maxOpening = 256;

const openConnections = async ({ url, connections }: Job): Promise<readonly Connection[]> => {
  const { hostname, port } = new URL(url);
  const opened: Connection[] = [];
  while (opened.length < connections)
    opened.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(maxOpening, connections - opened.length) }, () =>
          Connection.open(hostname, Number(port)),
        ),
      )),
    );
  return opened;
};

/** @returns a function that makes the text of the request, with a marker text that is different each time */
const toText = ({ method, path, body }: Request, { url, headers, run }: Job): ((count: number) => string) => {
  const lines = Object.entries({ host: new URL(url).host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}`;
  if (body === undefined) return () => `${head}\r\n`;
  return (count) => {
    const text = body.replaceAll(marker, markerText(run, count));
    return `${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
};

const runJob = async (job: Job): Promise<Load> => {
  const texts = job.requests.map((request) => toText(request, job));
  const connections = await openConnections(job);
  const { pauseMs } = job;
  const times: number[] = [];
  let sent = 0;
  const began = performance.now();
  const deadline = began + job.seconds * 1000;
  const useConnection = async (connection: Connection, index: number): Promise<void> => {
    // Connections that pause do not send all at once.
    if (pauseMs !== undefined) await setTimeout((pauseMs * index) / connections.length);
    while (performance.now() < deadline) {
      const at = sent++ % texts.length;
      const text = texts[at]?.(sent);
      if (text === undefined) throw new Error('The job has no requests');
      const sentAt = performance.now();
      await connection.send(text).catch((error: unknown) => {
        throw new Error(`${job.requests[at]?.method ?? ''} ${job.requests[at]?.path ?? ''}: ${String(error)}`);
      });
      times.push(performance.now() - sentAt);
      if (pauseMs === undefined) continue;
      if (performance.now() + pauseMs > deadline) return;
      await setTimeout(pauseMs);
    }
  };
  try {
    await Promise.all(connections.map(useConnection));
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: times.length / seconds, times: new Float64Array(times).sort() };
};

parentPort?.on('message', (job: Job) => {
  runJob(job).then(
    (load) => parentPort?.postMessage({ load } satisfies Outcome),
    (error: unknown) =>
      parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies Outcome),
  );
});
