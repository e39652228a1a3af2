// Names what a Strapi project has beside its content types, which Lectern does not run, and what to use instead.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { findLayout, isObject, ownLayout, parseJsonText, type Fault } from '../../lib/schema/index.ts';
import { commonPasswordUses } from './commonPasswordUses.ts';
import { listFiles } from './listFiles.ts';
import { exportedExpression, isGeneratedCode } from './strapiCode.ts';

/** What Lectern does not run, by its path in the project, and what to use instead; the first row that fits counts. */
const advice: readonly (readonly [path: RegExp, message: string])[] = [
  [
    /^src\/api\/[^/]+\/controllers\//,
    'is not run: a computed attribute or a route of your own replaces it (docs/from-strapi.md#controllers)',
  ],
  [
    /^src\/api\/[^/]+\/services\//,
    'is not run: put it into extensions/, where hooks and routes can import it (docs/from-strapi.md#services)',
  ],
  [
    /^src\/api\/[^/]+\/routes\//,
    'is not read: each type has the same routes, and roles decide who may use them; more routes go into extensions/ (docs/from-strapi.md#controllers)',
  ],
  [
    /^src\/(?:api\/[^/]+\/)?middlewares\//,
    'is not run: hooks, computed attributes, options.populate and settings replace it (docs/from-strapi.md#middlewares)',
  ],
  [
    /^src\/(?:api\/[^/]+\/)?policies\//,
    'is not run: conditions of permissions, canRead and canWrite decide who may read and write what (docs/from-strapi.md#policies)',
  ],
  [
    /^src\/.*\/lifecycles\.\w+$/,
    'is not run: validate, beforeWrite, beforeDelete and on replace it (docs/from-strapi.md#lifecycles)',
  ],
  [
    /^src\/extensions\/(?!.*\/content-types\/[^/]+\/schema\.[jt]s$)/,
    'is not run: attributes of users and roles go into a schema.json (docs/accounts.md), code into extensions/ (docs/from-strapi.md#plugins)',
  ],
  [
    /^src\/admin\/app\.\w+$/,
    'is not used: fields, the logo and colors of the editor are files of your own (docs/extending.md#the-editor)',
  ],
  [
    /^src\/index\.\w+$/,
    'is not run: `lectern role allow` grants permissions, and `lectern seed` loads content (docs/from-strapi.md#bootstrap)',
  ],
  [
    /^config\/(?:env\/[^/]+\/)?plugins\.\w+$/,
    'is not read: uploads, mail and users have settings in lectern.json (docs/configuration.md)',
  ],
  [
    /^config\/(?:env\/[^/]+\/)?middlewares\.\w+$/,
    'is not read: CORS and limits have settings in lectern.json (docs/configuration.md)',
  ],
  [
    /^config\/(?:env\/[^/]+\/)?api\.\w+$/,
    'is not read: its limits are api.rest in lectern.json (docs/configuration.md), and private attributes are options of a schema',
  ],
  [
    /^config\/(?:.*\/)?cron[\w-]*\.\w+$/,
    'is not run: let a schedule call a route of your own (docs/from-strapi.md#cron-tasks)',
  ],
  [/^database\/migrations\//, 'is not run: `lectern types migrate` changes stored documents (docs/migrations.md)'],
];

/** Tasks can also be inside of the configuration of the server. */
const cronMessage =
  'its cron tasks are not run: let a schedule call a route of your own (docs/from-strapi.md#cron-tasks)';
const hasCron = (path: string, code: string): boolean =>
  /^config\/(?:env\/[^/]+\/)?server\.\w+$/.test(path) && exportedExpression(code).includes('cron:{');

/** The plugins of Strapi that Lectern has, or that have no effect here. */
const neededNowhere: readonly string[] = [
  'users-permissions',
  'i18n',
  'cloud',
  'content-type-builder',
  'upload',
  'email',
];

const pluginMessage = (name: string): string | undefined => {
  const [, kind = '', plugin = ''] = /^(?:@strapi\/|@[^/]+\/strapi-|strapi-)(plugin|provider)-(.+)$/.exec(name) ?? [];
  if (kind === '' || neededNowhere.includes(plugin)) return undefined;
  if (plugin === 'documentation')
    return 'is not loaded: /openapi.json and /docs describe the API (docs/reference/routes.md#openapi)';
  if (plugin === 'graphql') return 'is not loaded: graphql.enabled in lectern.json serves GraphQL';
  if (kind === 'plugin') return 'is not loaded: Lectern has no plugins (docs/from-strapi.md#plugins)';
  return plugin.startsWith('email')
    ? 'is not used: mail.transport chooses how to send mails (docs/accounts.md#mail)'
    : 'is not used: upload.provider chooses where to store files (docs/media.md)';
};

const isProgram = (name: string): boolean => /\.[cm]?[jt]sx?$/.test(name) && !name.endsWith('.d.ts');

const messageFor = async (project: string, path: string): Promise<string | undefined> => {
  const message = advice.find(([pattern]) => pattern.test(path))?.[1];
  const code = await readFile(join(project, path), 'utf8');
  if (message === undefined) return hasCron(path, code) ? cronMessage : undefined;
  return isGeneratedCode(code) ? undefined : message;
};

const programLeftovers = async (project: string): Promise<readonly Fault[]> => {
  const folders = ['src', 'config', 'database'].map((folder) => listFiles(project, folder, isProgram));
  const paths = (await Promise.all(folders)).flat();
  const messages = await Promise.all(paths.map((path) => messageFor(project, path)));
  return paths.flatMap((file, i) => {
    const message = messages[i];
    return message === undefined ? [] : [{ file, path: '', message }];
  });
};

const localPlugins = async (project: string): Promise<readonly Fault[]> => {
  const entries = await readdir(join(project, 'src/plugins'), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      file: `src/plugins/${name}`,
      path: '',
      message: 'is not loaded: its logic goes into extensions/ (docs/from-strapi.md#plugins)',
    }));
};

const installedPlugins = async (project: string): Promise<readonly Fault[]> => {
  const file = 'package.json';
  const json = parseJsonText(await readFile(join(project, file), 'utf8').catch(() => '{}'));
  const dependencies = 'value' in json && isObject(json.value) ? json.value.dependencies : undefined;
  return Object.keys(isObject(dependencies) ? dependencies : {}).flatMap((name) => {
    const message = pluginMessage(name);
    return message === undefined ? [] : [{ file, path: `dependencies.${name}`, message }];
  });
};

/** The folder of a Strapi project, by a folder of content types: itself or its `src`. */
export const projectFolder = async (folder: string): Promise<string> =>
  (await findLayout(folder)).roots.includes('src/api') ? folder : dirname(resolve(folder));

/**
 * Names the parts of a Strapi project that Lectern does not run: programs, configuration and plugins; and passwords that it
 * refuses. It names nothing that has no effect, such as the controllers that Strapi generates.
 *
 * @param folder of content types; for one that is no Strapi project the list is empty
 */
export const strapiLeftovers = async (folder: string): Promise<readonly Fault[]> => {
  if ((await findLayout(folder)) === ownLayout) return [];
  const project = await projectFolder(folder);
  const found = [
    ...(await programLeftovers(project)),
    ...(await localPlugins(project)),
    ...(await installedPlugins(project)),
    ...(await commonPasswordUses(project)),
  ];
  return found.map(({ file, path, message }) => ({
    file: relative(folder, join(project, file)),
    path,
    // Projects have the pages in the package.
    message: message.replaceAll('(docs/', '(node_modules/lectern/docs/'),
  }));
};
