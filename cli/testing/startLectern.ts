// Starts Lectern with a database of its own, for the tests of a project.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { otherwise, routesWith } from '../../functions/routes.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import { corsOf, endpoint } from '../../lib/api/http/index.ts';
import { relayLoop, Worker } from '../../lib/background/index.ts';
import { storeOf } from '../../lib/media/index.ts';
import type { Secrets } from '../../lib/platform/config/index.ts';
import { openDatabase } from '../../lib/platform/db/index.ts';
import { assembleService, checkServing, type Service } from '../../lib/platform/service.ts';
import type { Site } from '../../lib/platform/site.ts';
import { documentsFor } from '../../lib/write/operations/index.ts';
import { checkSite } from '../../lib/server/checkSite.ts';
import { prepareDatabase } from '../migrate/index.ts';
import { serve } from '../../lib/server/serve.ts';
import { serveFiles } from '../../lib/server/serveFiles.ts';
import { emptyDatabase, useMongod } from './sharedMongod.ts';
import { readTestSite } from './testSite.ts';
import { allowRole, createTestToken, loginTestUser } from './testUsers.ts';
import type { Lectern, StartOptions } from './types.ts';

/** A hash in a test protects nobody, so it takes no time. */
const fastPasswords = { passwordCost: { N: 2, r: 8, p: 1 }, minimumDurationMs: 0 };

const newSecret = (): string => randomBytes(32).toString('hex');

/** In milliseconds. A failed call is due again after four seconds, which `deliverEvents` does not wait for. */
const [deliveryMs, everyMs] = [1_500, 20];

const withDatabase = (server: string, name: string): string => {
  const uri = new URL(server);
  uri.pathname = `/${name}`;
  return uri.href;
};

/** The handlers of all routes, for a service that `reset` replaces. */
const handlersFor = (extensions: Site['extensions'], current: () => Service) => {
  const service = (): Promise<Service> => Promise.resolve(current());
  const noLog = (): void => undefined;
  return {
    routes: routesWith(extensions).map(({ method, path, handler }) => ({
      ...{ method, path },
      handler: endpoint(handler.operation, service, noLog).direct,
    })),
    otherwise: endpoint(otherwise.operation, service, noLog).direct,
  };
};

/** Calls webhooks until none is due. */
const deliverEvents = async (service: Service): Promise<void> => {
  const table = [{ ...relayLoop, everyMs }];
  for (;;) {
    const { dispatched, calls } = await new Worker(service, { random: () => 0 }, table).runUntilIdle(deliveryMs);
    if (dispatched + calls === 0) return;
  }
};

/**
 * @param undo gets a function for each thing that was started, which ends it
 * @param stop runs these functions
 * @throws as `startLectern`
 */
const start = async (
  { root = '.', env = process.env, config }: StartOptions,
  undo: (step: () => Promise<unknown>) => void,
  stop: Lectern['stop'],
): Promise<Lectern> => {
  const uploads = await mkdtemp(join(tmpdir(), 'lectern-uploads-'));
  undo(() => rm(uploads, { recursive: true, force: true }));
  const site = await readTestSite(resolve(root), env, config, uploads);
  const ownerToken = newSecret();
  const secrets: Secrets = { tokens: newSecret(), sessions: [newSecret()], owner: ownerToken };
  checkServing({ ...site, secrets });
  checkSite(site);
  const mongod = await useMongod(env);
  undo(mongod.release);
  const database = openDatabase(withDatabase(mongod.uri, `lectern-test-${randomUUID()}`));
  undo(database.close);
  const newService = (): Service => assembleService(database, site, secrets, Infinity, fastPasswords);
  let service = newService();
  const db = await database.get();
  undo(() => db.dropDatabase());
  await prepareDatabase(service);
  const fullAccess = (): Promise<string> => createTestToken(service, { type: 'full-access' });
  let ownToken = await fullAccess();
  const server = await serve({
    ...handlersFor(site.extensions, () => service),
    ...{ host: '127.0.0.1', port: 0 },
    limits: site.config.http.server,
    trustedProxies: site.config.http.trustedProxies,
    files: [serveFiles(storeOf(site.config.upload), corsOf(site.config.http.cors).headersFor)],
  });
  undo(server.stop);
  return {
    url: server.url,
    ownerToken,
    fetch: (path, { token = ownToken, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
      if (typeof init.body === 'string' && !headers.has('content-type'))
        headers.set('content-type', 'application/json');
      return fetch(new URL(path, server.url), { ...init, headers });
    },
    token: (token) => createTestToken(service, token),
    login: (user = {}) => loginTestUser(service, user),
    allow: (role, ...permissions) => allowRole(service, role, permissions),
    get documents() {
      return documentsFor(service, administrator).asSystem;
    },
    deliverEvents: () => deliverEvents(service),
    reset: async () => {
      await emptyDatabase(db);
      await rm(uploads, { recursive: true, force: true });
      await mkdir(uploads);
      // The caches of the service, and the ids that it has drawn, are those of deleted documents.
      service = newService();
      ownToken = await fullAccess();
    },
    stop,
  };
};

/**
 * Starts the project of the current folder: its content types and its configuration, on an empty database.
 *
 * @throws Error with every fault of the project, or that says why MongoDB does not start
 */
export const startLectern = async (options: StartOptions = {}): Promise<Lectern> => {
  const steps: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
  };
  try {
    return await start(options, (step) => steps.push(step), stop);
  } catch (error) {
    await stop();
    throw error;
  }
};
