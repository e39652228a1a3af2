// Writes a Strapi project for the content types of the benchmark, with the configuration of a new project.
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What Strapi's configuration of a database has under `connection`. */
export type Connection = Readonly<Record<string, unknown>>;

const exporting = (value: unknown): string => `module.exports = ${JSON.stringify(value, undefined, 2)};\n`;

const configuration = (connection: Connection, plugins: readonly string[]): Readonly<Record<string, string>> => {
  const secret = randomBytes(32).toString('hex');
  return {
    'config/server.js': exporting({ host: '127.0.0.1', port: 0, app: { keys: [secret] } }),
    'config/admin.js': exporting({
      // The admin panel would have to be built.
      serveAdminPanel: false,
      auth: { secret },
      apiToken: { salt: secret },
      transfer: { token: { salt: secret } },
      secrets: { encryptionKey: secret },
      flags: { nps: false, promoteEE: false },
    }),
    'config/database.js': exporting({ connection }),
    'config/api.js': exporting({ rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }),
    'config/plugins.js': exporting({ 'users-permissions': { config: { jwtSecret: secret } } }),
    'config/middlewares.js': exporting([
      ...['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::query'],
      ...['strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public'],
    ]),
    'package.json': JSON.stringify({
      ...{ name: 'bench', version: '0.0.0', strapi: { telemetryDisabled: true } },
      dependencies: Object.fromEntries(plugins.map((plugin) => [plugin, '*'])),
    }),
  };
};

const factories = [
  ['controllers', 'createCoreController'],
  ['services', 'createCoreService'],
  ['routes', 'createCoreRouter'],
] as const;

/** The controller, service and router that Strapi generates for a content type. */
const codeOf = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    factories.map(([folder, factory]) => [
      `src/api/${name}/${folder}/${name}.js`,
      `module.exports = require('@strapi/strapi').factories.${factory}('api::${name}.${name}');\n`,
    ]),
  );

const write = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

/**
 * @param folder an empty folder for the project
 * @param installed the folder of `installStrapi`
 * @param contentTypes the folder of Lectern's content types; Lectern's own options mean nothing to Strapi
 * @param plugins the packages of plugins beside those that each project has
 */
export const writeApplication = async (
  folder: string,
  installed: string,
  contentTypes: string,
  connection: Connection,
  plugins: readonly string[],
): Promise<void> => {
  await write(folder, configuration(connection, plugins));
  await mkdir(join(folder, 'public/uploads'), { recursive: true });
  await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(contentTypes, 'components'), join(folder, 'src/components'), { recursive: true });
  for (const file of await readdir(contentTypes)) {
    if (!file.endsWith('.json')) continue;
    const name = file.slice(0, -'.json'.length);
    const schema = await readFile(join(contentTypes, file), 'utf8');
    await write(folder, { ...codeOf(name), [`src/api/${name}/content-types/${name}/schema.json`]: schema });
  }
};
