// Serves the requests of a site in this process: its routes, streams of changes, the editor and stored files.
import { corsOf, edgeHeader, isFromEdge, type Endpoint, type Handler } from '../../lib/api/http/index.ts';
import { storeOf } from '../../lib/media/index.ts';
import { writeLog } from '../../lib/platform/log.ts';
import type { Service } from '../../lib/platform/service.ts';
import { editorOf } from '../../lib/server/editor/index.ts';
import { LiveStreams } from '../../lib/server/live/index.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { serveEditor, serveFiles, type ServeRequest } from '../../lib/server/serveFiles.ts';
import { serveIndex } from '../../lib/server/serveIndex.ts';
import { otherwise, routesWith } from '../routes.ts';

export interface SiteAddress {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

interface Serving {
  readonly address: SiteAddress;
  /** Makes the handler of an endpoint, whose operation is named; it must use the same service. */
  readonly handlerOf: (endpoint: Endpoint, operation: string) => Handler;
  /** How many requests may share the process, if fewer than connections. */
  readonly maxRequests?: number;
  /** The functions whose routes are served elsewhere. */
  readonly without?: readonly string[];
  /** What comes before all of this. */
  readonly first?: readonly ServeRequest[];
  readonly onWrite?: () => void;
}

/** The index, the editor, and stored files if the configuration stores them in a folder. */
const filesOf = (config: Service['config']): readonly ServeRequest[] => {
  const { upload, http } = config;
  const editor = editorOf(config);
  if (config.editor.enabled && editor === undefined)
    writeLog('warn', { message: 'The editor is not served, because it is not built here: run `npm run build`' });
  const guide = process.env.LECTERN_DEVELOPMENT !== undefined;
  return [
    serveIndex({ editor: editor !== undefined, docs: config.docs, guide }),
    ...(editor === undefined ? [] : [serveEditor(editor)]),
    ...(upload.provider === 'local' ? [serveFiles(storeOf(upload), corsOf(http.cors).headersFor)] : []),
  ];
};

/**
 * @param service with a prepared database, which the caller closes after `stop`
 * @throws Error if the port is in use, or the host is not an address of this machine
 */
export const serveRequests = async (
  service: Service,
  { address, handlerOf, maxRequests, without = [], first = [], ...serving }: Serving,
): Promise<RunningServer> => {
  const { config, extensions } = service;
  const streams = new LiveStreams(service, maxRequests);
  // The routes refuse a request that did not come through the CloudFront of a deployment.
  const fromEdge =
    (serveRequest: ServeRequest): ServeRequest =>
    async (request, ...rest) =>
      isFromEdge(String(request.headers[edgeHeader] ?? ''), service.secrets) && serveRequest(request, ...rest);
  const server = await serve({
    ...address,
    routes: routesWith(extensions)
      .filter((route) => !without.includes(route.function))
      .map(({ method, path, handler }) => ({ method, path, handler: handlerOf(handler, `${method} ${path}`) })),
    otherwise: handlerOf(otherwise, '$default'),
    limits: config.http.server,
    trustedProxies: config.http.trustedProxies,
    files: [...first, ...[streams.serve, ...filesOf(config)].map(fromEdge)],
    ...serving,
  });
  return {
    ...server,
    retire: () => {
      streams.close();
      return server.retire();
    },
    stop: () => {
      streams.close();
      return server.stop();
    },
  };
};
