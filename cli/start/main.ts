// `npm start`: checks the content types, prepares the database, serves, relays events and removes leftover links until SIGTERM.
import { errorMessage } from '../../lib/errors.ts';
import { setMissingPermissionError } from '../../lib/platform/access/index.ts';
import { readMetricsToken, withParameters } from '../../lib/platform/config/index.ts';
import { checkReplicaSet, openDatabase } from '../../lib/platform/db/index.ts';
import { sweepLinks, sweepTrash } from '../../lib/write/documents/index.ts';
import { checkPictures } from '../../lib/server/checkPictures.ts';
import { checkSite } from '../../lib/server/checkSite.ts';
import { delayLog } from '../../lib/api/http/index.ts';
import { prepareDatabase, readMigrationFiles } from '../migrate/index.ts';
import { errorDetails, writeLog } from '../../lib/platform/log.ts';
import { requireUri, serviceFromEnvironment } from '../../lib/platform/service.ts';
import { schemaWarnings } from '../../lib/platform/site.ts';
import { Metrics } from '../../lib/server/metrics/index.ts';
import { readRefusedTypes, refuseTypes } from '../../lib/server/refuseTypes.ts';
import { drainSecondsOf } from '../../lib/server/stopServer.ts';
import { addressOf, formatListenError } from '../dev/devAddress.ts';
import { createShutdown, endWithNpm } from '../dev/shutdown.ts';
import { serveSite } from './serveSite.ts';
import { workerLink } from './workerLink.ts';

/** Each write costs as much as a tenth of a small read. Workers write less at once: pipes keep apart up to 4 kB of several processes. */
const logDelayMs = workerLink === undefined ? 10 : 1;

const logError =
  (message: string) =>
  (error: unknown): void => {
    writeLog('error', { message, error: errorDetails(error, true) });
  };

const start = async (): Promise<void> => {
  // Also while indexes are built.
  const shutdown = createShutdown({ signals: ['SIGINT', 'SIGTERM'], log: logError('the server cannot be stopped') });
  endWithNpm(shutdown);
  let isReplaced = false;
  workerLink?.listen((replaced) => {
    isReplaced ||= replaced;
    void shutdown.end(0);
  });
  const isFirst = workerLink?.isFirst ?? true;
  const address = addressOf(process.env);
  const env = await withParameters(process.env);
  const service = await serviceFromEnvironment(env);
  if (isFirst) for (const warning of schemaWarnings(service.schema)) writeLog('warn', { message: warning });
  checkSite(service);
  checkPictures(service, process.env);
  const metricsToken = readMetricsToken(env);
  // Index builds take longer than commands of requests may.
  const patient = openDatabase(requireUri(env));
  const db = await patient.get().catch((error: unknown) => {
    throw new Error(`The database that MONGODB_URI names cannot be reached: ${errorMessage(error)}`, { cause: error });
  });
  await checkReplicaSet(db);
  const refused = readRefusedTypes(process.env);
  const files = await readMigrationFiles();
  const preparing = { ...service, database: patient };
  await prepareDatabase(preparing, {
    files,
    warn: (message) => {
      writeLog('warn', { message });
    },
    ...(refused === undefined ? {} : { removals: 'undecided' }),
  });
  await patient.close();
  const metrics = metricsToken === undefined ? undefined : await Metrics.of(service, metricsToken);
  if (metrics !== undefined && workerLink !== undefined) metrics.gather = workerLink.gather;
  if (refused !== undefined) refuseTypes(service.schema, refused);
  delayLog(logDelayMs);
  if (process.env.LECTERN_DEVELOPMENT !== undefined)
    setMissingPermissionError((await import('../dev/missingPermission.ts')).missingPermissionError);
  // The server does the work of Lambda's middleware: Node writes the names of headers in lower case.
  const server = await serveSite(service, address, ({ direct }) => direct, metrics);
  if (workerLink === undefined) writeLog('info', { message: `Lectern is ready at ${server.url}` });
  else workerLink.serve(server.url, () => metrics?.ofProcess() ?? []);
  if (isFirst && !service.access.sessions.isEnabled)
    writeLog('info', { message: 'LECTERN_JWT_SECRET is not set: users cannot log in' });
  else if (isFirst && service.config.mail.transport === 'log')
    writeLog('warn', {
      message:
        'Mails are written to stderr and sent to nobody: mail.transport in the configuration says how to send them',
    });
  if (isFirst)
    sweepLinks(service)
      .then(() => sweepTrash(service))
      .catch(logError('links or the trash cannot be swept'));
  // Otherwise Node ends the process, with the requests of everybody.
  if (service.extensions !== undefined)
    process.on('unhandledRejection', logError('An extension did not wait for a promise, which failed'));

  shutdown.add(async () => {
    // Another worker answers in its place, so load balancers must not notice.
    if (isReplaced) await server.retire();
    else service.readiness.markStopping();
    // `lectern dev` waits for the end to start it again.
    if (!isReplaced && process.env.LECTERN_DEVELOPMENT === undefined)
      await server.drain(drainSecondsOf(service.config.http));
    await server.stop();
    await service.database.close();
    await workerLink?.measured();
  });
};

try {
  await start();
} catch (error) {
  writeLog('error', { message: formatListenError(error) });
  process.exit(1);
}
