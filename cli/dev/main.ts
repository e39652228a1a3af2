// `lectern dev`: starts an embedded MongoDB and the server, and restarts the server after each change.
import { join, relative, resolve } from 'node:path';
import { configFile } from '../../lib/platform/config/index.ts';
import { contentTypesFolder } from '../../lib/platform/site.ts';
import { findLayout, ownLayout } from '../../lib/schema/index.ts';
import { watchChanges } from './watchChanges.ts';
import { createShutdown, endWithNpm, type Shutdown } from './shutdown.ts';
import { startMongod } from '../mongod/index.ts';
import { addressOf, checkPort } from './devAddress.ts';
import { formatError } from '../terminal/formatError.ts';
import { createRestart, type Project } from './restart.ts';
import { withSecrets } from './withSecrets.ts';

export { startServer } from './server.ts';

const log = (line: string): void => {
  console.error(line);
};

const startEmbedded = async (root: string, shutdown: Shutdown): Promise<string> => {
  const mongod = await startMongod({ dataDir: join(root, '.data/mongodb'), log });
  shutdown.add(mongod.stop);
  void mongod.ended.then(() => {
    if (shutdown.hasBegun()) return;
    log('MongoDB stopped unexpectedly: start `npm run dev` again');
    return shutdown.end(1);
  });
  return mongod.uri;
};

/** The folders that schema files are in; in a Strapi project its other folders are not watched. */
const schemaFolders = async (folder: string): Promise<readonly string[]> =>
  (await findLayout(folder).catch(() => ownLayout)).roots.map((path) => join(folder, path));

/** Runs until a signal ends it. */
export const dev = async (options: Project, shutdown = createShutdown()): Promise<void> => {
  endWithNpm(shutdown);
  try {
    const { root } = options;
    const env = await withSecrets(options.env, join(root, '.data/secrets.json'));
    const project = { ...options, env };
    await checkPort(addressOf(env));
    const { MONGODB_URI: ownUri = '' } = env;
    const isEmbedded = ownUri === '';
    const uri = isEmbedded ? await startEmbedded(root, shutdown) : ownUri;
    const restart = createRestart(project, { uri, isEmbedded }, shutdown);
    const watched = [
      'extensions',
      ...options.watched,
      ...(await schemaFolders(resolve(root, contentTypesFolder(env)))),
      configFile(env),
    ];
    // A file that is written while the first server starts makes it start again.
    const changes = await watchChanges(watched.map((folder) => resolve(root, folder)));
    shutdown.add(changes.close);
    await restart();
    for await (const paths of changes.groups) {
      log(`Changed: ${paths.map((path) => relative(root, path)).join(', ')}`);
      await restart();
    }
  } catch (error) {
    log(formatError(error).join('\n'));
    await shutdown.end(1);
  }
};
