// Serves a site in this process: its routes, streams of changes, the editor and stored files, and the background worker.
import { otherwise, routesWith } from '../../functions/routes.ts';
import { Worker } from '../../lib/background/index.ts';
import { corsOf, type Endpoint, type Handler } from '../../lib/api/http/index.ts';
import { storeOf } from '../../lib/media/index.ts';
import { writeLog } from '../../lib/platform/log.ts';
import type { Service } from '../../lib/platform/service.ts';
import { editorOf } from '../../lib/server/editor/index.ts';
import { LiveStreams } from '../../lib/server/live/index.ts';
import type { Metrics } from '../../lib/server/metrics/index.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { serveEditor, serveFiles, type ServeRequest } from '../../lib/server/serveFiles.ts';
import { serveGuide } from '../../lib/server/serveGuide.ts';
import { serveIndex } from '../../lib/server/serveIndex.ts';
import { buildGuide } from './buildGuide.ts';
import { workerLink } from './workerLink.ts';

/** The index, the editor, in development the documentation, and stored files if the configuration stores them in a folder. */
const filesOf = (config: Service['config']): readonly ServeRequest[] => {
  const { upload, http } = config;
  const editor = editorOf(config);
  if (config.editor.enabled && editor === undefined)
    writeLog('warn', { message: 'The editor is not served, because it is not built here: run `npm run build`' });
  const guide = process.env.LECTERN_DEVELOPMENT !== undefined;
  return [
    serveIndex({ editor: editor !== undefined, docs: config.docs, guide }),
    ...(guide ? [serveGuide(buildGuide)] : []),
    ...(editor === undefined ? [] : [serveEditor(editor)]),
    ...(upload.provider === 'local' ? [serveFiles(storeOf(upload), corsOf(http.cors).headersFor)] : []),
  ];
};

export interface SiteAddress {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/**
 * @param service with a prepared database, which the caller closes after `stop`
 * @param handlerOf makes the handler of an endpoint; it must use the same service
 * @param metrics measure the server; undefined: nothing is measured
 * @throws Error if the port is in use, or the host is not an address of this machine
 */
export const serveSite = async (
  service: Service,
  address: SiteAddress,
  handlerOf: (endpoint: Endpoint) => Handler,
  metrics?: Metrics,
): Promise<RunningServer> => {
  const { config, extensions } = service;
  const worker = new Worker(service, metrics === undefined ? {} : { onRun: metrics.jobs.record });
  worker.start();
  if (workerLink !== undefined) workerLink.nudge = worker.nudge;
  const measured = (operation: string, endpoint: Endpoint): Handler =>
    metrics?.measure(operation, handlerOf(endpoint)) ?? handlerOf(endpoint);
  const streams = new LiveStreams(service);
  const server = await serve({
    ...address,
    routes: routesWith(extensions).map(({ method, path, handler }) => ({
      ...{ method, path, handler: measured(`${method} ${path}`, handler) },
    })),
    otherwise: measured('$default', otherwise),
    limits: config.http.server,
    trustedProxies: config.http.trustedProxies,
    files: [...(metrics === undefined ? [] : [metrics.serve]), streams.serve, ...filesOf(config)],
    onWrite: () => {
      worker.nudge();
      workerLink?.wrote();
    },
  });
  return {
    ...server,
    retire: () => {
      streams.close();
      return server.retire();
    },
    stop: async () => {
      streams.close();
      await Promise.all([server.stop(), worker.stop()]);
    },
  };
};
