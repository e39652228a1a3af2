// The program of a Lambda web function: serves the requests of a site. Lambda functions receive files, and do the background work.
import { join } from 'node:path';
import { delayLog } from '../../lib/api/http/index.ts';
import { errorMessage } from '../../lib/errors.ts';
import { packageRoot } from '../../lib/installedPackage.ts';
import { serverConnections } from '../../lib/platform/db/index.ts';
import { errorDetails, writeLog } from '../../lib/platform/log.ts';
import { serviceFromEnvironment } from '../../lib/platform/service.ts';
import { siteOf } from '../../lib/platform/site.ts';
import { serveRequests } from './serveRequests.ts';

const start = async (): Promise<void> => {
  process.env.LECTERN_EDITOR_FILES ??= join(packageRoot(), 'editor');
  // Lambda sets the name for functions, which answer one request at a time.
  const env = { ...process.env, AWS_LAMBDA_FUNCTION_NAME: undefined };
  const { requests, poolSize } = (await siteOf(env)).config.deploy;
  const service = await serviceFromEnvironment(env, { ...serverConnections, maxPoolSize: poolSize });
  // The first query connects again, and gets the error.
  service.database.client().catch(() => undefined);
  delayLog(10);
  const [host = '', port] = process.env.AWS_LAMBDA_HTTP_ENDPOINT?.split(':') ?? [];
  const server = await serveRequests(service, {
    ...{ address: { host, port: Number(port) }, handlerOf: ({ direct }) => direct },
    maxRequests: requests,
    // Functions decode pictures (infra/lambdas.js): the server has no sharp, and one memory for all requests.
    without: ['upload', 'completeUpload'],
  });
  writeLog('info', { message: `Lectern is ready at ${server.url}` });
  // Otherwise Node ends the process, with the requests of everybody.
  process.on('unhandledRejection', (error) => {
    writeLog('error', { message: 'Nobody waited for a promise, which failed', error: errorDetails(error, true) });
  });
  // Lambda has let requests end, and waits for one more second.
  process.once('SIGTERM', () => {
    service.readiness.markStopping();
    void server.stop().then(() => service.database.close());
  });
};

/** Serves until SIGTERM. Ends the process if it cannot; the log says why. */
export const serveWeb = (): Promise<void> =>
  start().catch((error: unknown) => {
    writeLog('error', { message: errorMessage(error) });
    process.exit(1);
  });
