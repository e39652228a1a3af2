// The load worker: sends requests in a closed loop per connection, over keep-alive connections of node:http.
import { Agent, request, type IncomingMessage } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { marker, markerText, type Request } from '../cases/types.ts';
import type { Job, Load, Outcome } from './messages.ts';

const drain = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    response.on('end', resolve).on('error', reject).resume();
  });

const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
};

/** @returns the duration in milliseconds @throws Error for an answer that is not 2xx */
const timeRequest = async (
  { method, path }: Request,
  body: string | undefined,
  { url, headers }: Job,
  agent: Agent,
): Promise<number> => {
  const began = performance.now();
  const allHeaders = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url + path, { method, agent, headers: allHeaders }, resolve)
      .on('error', reject)
      .end(body);
  });
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`${method} ${path} answers ${statusCode}: ${(await textOf(response)).slice(0, 500)}`);
  await drain(response);
  return performance.now() - began;
};

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

const runJob = async (job: Job): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: job.connections });
  const times: number[] = [];
  let sent = 0;
  const began = performance.now();
  const deadline = began + job.seconds * 1000;
  const connection = async (): Promise<void> => {
    while (performance.now() < deadline) {
      const next = job.requests[sent++ % job.requests.length];
      if (next === undefined) throw new Error('The job has no requests');
      times.push(await timeRequest(next, next.body?.replaceAll(marker, markerText(job.run, sent)), job, agent));
    }
  };
  try {
    await Promise.all(Array.from({ length: job.connections }, connection));
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
};

parentPort?.on('message', (job: Job) => {
  runJob(job).then(
    (load) => parentPort?.postMessage({ load } satisfies Outcome),
    (error: unknown) =>
      parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies Outcome),
  );
});
