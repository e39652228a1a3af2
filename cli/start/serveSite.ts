// Serves a site in this process, and does its background work.
import type { Endpoint, Handler } from '../../lib/api/http/index.ts';
import { serveRequests, type SiteAddress } from '../../functions/web/index.ts';
import { Worker } from '../../lib/background/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { Metrics } from '../../lib/server/metrics/index.ts';
import type { RunningServer } from '../../lib/server/serve.ts';
import { serveGraphqlPage } from '../../lib/server/serveGraphqlPage.ts';
import { serveGuide } from '../../lib/server/serveGuide.ts';
import { buildGuide } from './buildGuide.ts';
import { workerLink } from './workerLink.ts';

/**
 * @param service with a prepared database, which the caller closes after `stop`
 * @param handlerOf makes the handler of an endpoint; it must use the same service
 * @param metrics measure the server; undefined: nothing is measured
 * @throws Error as `serveRequests`
 */
export const serveSite = async (
  service: Service,
  address: SiteAddress,
  handlerOf: (endpoint: Endpoint) => Handler,
  metrics?: Metrics,
): Promise<RunningServer> => {
  const worker = new Worker(service, metrics === undefined ? {} : { onRun: metrics.jobs.record });
  worker.start();
  if (workerLink !== undefined) workerLink.nudge = worker.nudge;
  const server = await serveRequests(service, {
    address,
    handlerOf: (endpoint, operation) => metrics?.measure(operation, handlerOf(endpoint)) ?? handlerOf(endpoint),
    first: [
      ...(metrics === undefined ? [] : [metrics.serve]),
      ...(process.env.LECTERN_DEVELOPMENT === undefined
        ? []
        : [serveGuide(buildGuide), ...(service.config.graphql.enabled ? [serveGraphqlPage] : [])]),
    ],
    onWrite: () => {
      worker.nudge();
      workerLink?.wrote();
    },
  });
  return {
    ...server,
    stop: async () => {
      await Promise.all([server.stop(), worker.stop()]);
    },
  };
};
