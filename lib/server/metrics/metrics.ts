// Answers `GET /_metrics` for Prometheus.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '../../api/http/index.ts';
import { isSameSecret } from '../../platform/isSameSecret.ts';
import type { Service } from '../../platform/service.ts';
import { errorDetails, writeLog } from '../../platform/log.ts';
import { parseRequestTarget } from '../gatewayEvent.ts';
import type { ServeRequest } from '../serveFiles.ts';
import { JobMetrics } from './jobMetrics.ts';
import { PoolMetrics } from './poolMetrics.ts';
import { prometheusText, type Metric } from './prometheusText.ts';
import { RequestMetrics } from './requestMetrics.ts';
import { readSiteMetrics } from './siteMetrics.ts';

/** Less than the 10 s after which Prometheus gives up, so that it gets the rest. */
const maxReadMs = 5_000;

const timeOut = async (signal: AbortSignal): Promise<never> => {
  await sleep(maxReadMs, undefined, { signal });
  throw new Error(`the database has not answered after ${maxReadMs / 1000} s`);
};

const upMetric = (isUp: boolean): Metric => ({
  ...{ name: 'lectern_database_up', type: 'gauge', help: 'Whether the values of the database could be read.' },
  samples: [{ value: Number(isUp) }],
});

/** What a server measures of itself and its site. */
export class Metrics {
  readonly jobs = new JobMetrics();
  /** Measures all processes that serve here together. */
  gather: () => readonly Metric[] | Promise<readonly Metric[]> = () => this.ofProcess();
  private readonly requests = new RequestMetrics();
  private readonly pool: PoolMetrics;
  private readonly service: Service;
  private readonly token: string;
  /** Requests at the same time share one. */
  private reading: Promise<readonly Metric[]> | undefined;

  private constructor(service: Service, token: string, pool: PoolMetrics) {
    this.service = service;
    this.token = token;
    this.pool = pool;
  }

  /**
   * @param token opens `/_metrics`, and nothing else
   * @throws MongoError when the database does not answer
   */
  static async of(service: Service, token: string): Promise<Metrics> {
    return new Metrics(service, token, new PoolMetrics(await service.database.client()));
  }

  /** What it measures of this process. */
  ofProcess(): readonly Metric[] {
    return [...this.requests.metrics(), ...this.pool.metrics(), ...this.jobs.metrics()];
  }

  /** @returns the handler, measured as this operation */
  measure(operation: string, handler: Handler): Handler {
    return this.requests.measure(operation, handler);
  }

  readonly serve: ServeRequest = async (request, response) => {
    const { method, path } = parseRequestTarget(request);
    if (path !== '/_metrics' || method !== 'GET') return false;
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${this.token}`)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }).end();
      return true;
    }
    const reading = (this.reading ??= this.readSite().finally(() => {
      this.reading = undefined;
    }));
    const text = prometheusText([...(await this.gather()), ...(await reading)]);
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(200, headers).end(text);
    return true;
  };

  /** Only `lectern_database_up` if the database does not answer. */
  private async readSite(): Promise<readonly Metric[]> {
    const timer = new AbortController();
    try {
      return [...(await Promise.race([readSiteMetrics(this.service), timeOut(timer.signal)])), upMetric(true)];
    } catch (error) {
      writeLog('error', { message: 'the metrics of the database cannot be read', error: errorDetails(error) });
      return [upMetric(false)];
    } finally {
      timer.abort();
    }
  }
}
