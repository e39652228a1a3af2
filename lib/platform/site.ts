// What a process serves: the content types of a folder and the configuration of a file. In the bundle of a function a
// module that was made of both takes the place of this one (lib/tools/bundle).
import { readConfig, type Config } from './config/index.ts';
import { checkIndexLimits } from './db/index.ts';
import { loadSchema, type Schema } from '../schema/index.ts';

export interface Site {
  readonly schema: Schema;
  readonly config: Config;
}

/** The folder of content types that the environment names. */
export const contentTypesFolder = ({ CONTENT_TYPES: folder }: NodeJS.ProcessEnv): string =>
  folder === undefined || folder === '' ? 'content-types' : folder;

/**
 * The site that an environment names: `CONTENT_TYPES` (default `content-types`), `LECTERN_CONFIG` (default
 * `lectern.json`, where there is one).
 *
 * @throws Error with every fault of the configuration or of the content types
 */
export const siteOf = async (env: NodeJS.ProcessEnv): Promise<Site> => {
  const config = await readConfig(env);
  const { schema } = await loadSchema(contentTypesFolder(env));
  checkIndexLimits(schema);
  return { schema, config };
};
