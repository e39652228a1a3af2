// Reads the project under test, and keeps its tests away from its files and its mail server.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { configFile, configWith, type Config, type Settings } from '../../lib/platform/config/index.ts';
import { contentTypesFolder, siteOf, type Site } from '../../lib/platform/site.ts';

/** Uploads are stored in a folder of the test, mails are written to stderr, and events go only to webhooks and handlers. */
const isolatedConfig = (config: Config, uploads: string): Config => ({
  ...config,
  upload: { ...config.upload, provider: 'local', folder: uploads },
  mail: { ...config.mail, transport: 'log' },
  events: { ...config.events, targets: {} },
});

/** The environment with absolute paths. A configuration file that is not named may be missing. */
const projectEnvironment = (root: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const file = resolve(root, configFile(env));
  const isNamed = (env.LECTERN_CONFIG ?? '') !== '';
  return {
    ...env,
    CONTENT_TYPES: resolve(root, contentTypesFolder(env)),
    ...(isNamed || existsSync(file) ? { LECTERN_CONFIG: file } : {}),
  };
};

/**
 * @param root the folder of the project
 * @param settings in place of those of the configuration file
 * @param uploads the folder for uploaded files
 * @throws Error with every fault of the configuration or of the content types
 */
export const readTestSite = async (
  root: string,
  env: NodeJS.ProcessEnv,
  settings: Settings | undefined,
  uploads: string,
): Promise<Site> => {
  const { config, ...site } = await siteOf(projectEnvironment(root, env));
  return { ...site, config: isolatedConfig(settings === undefined ? config : configWith(settings), uploads) };
};
