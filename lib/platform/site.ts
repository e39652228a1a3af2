// Reads the content types and the configuration of a site; in the bundle of a function, a module with their contents
// replaces this one (cli/bundle).
import { checkTargets, readConfig, type Config } from './config/index.ts';
import { compileExtensions, loadExtensions, withComputed, type Extensions } from './extensions/index.ts';
import { checkIndexLimits, indexLimitWarnings } from './db/index.ts';
import { formatFault, loadSchema, type Schema } from '../schema/index.ts';

export interface Site {
  readonly schema: Schema;
  readonly config: Config;
  /** The project's own code; undefined: it has none. */
  readonly extensions?: Extensions | undefined;
}

/** A line about each thing that Lectern serves, but otherwise than the schema is written, or slower. */
export const schemaWarnings = (schema: Schema): readonly string[] =>
  [...(schema.source?.warnings ?? []), ...indexLimitWarnings(schema)].map((fault) => `warning: ${formatFault(fault)}`);

/** The folder of content types that the environment names, or the default. */
export const contentTypesFolder = ({ CONTENT_TYPES: folder }: NodeJS.ProcessEnv): string =>
  folder === undefined || folder === '' ? 'content-types' : folder;

/**
 * Loads the extensions of a project.
 *
 * @returns them, and the schema with the attributes that they compute
 * @throws SchemaError with every fault of the extensions; Error when they cannot be loaded
 */
export const withExtensions = async (
  schema: Schema,
  env: NodeJS.ProcessEnv,
): Promise<Pick<Site, 'schema' | 'extensions'>> => {
  const extensions = compileExtensions(schema, await loadExtensions(env));
  return { schema: withComputed(schema, extensions), extensions };
};

/**
 * Reads the site that the environment names: `CONTENT_TYPES` (default `content-types`), `LECTERN_CONFIG` (default
 * `lectern.json`, if it exists), `LECTERN_EXTENSIONS` (`loadExtensions`).
 *
 * @throws Error with every fault of the configuration, of the content types or of the extensions
 */
export const siteOf = async (env: NodeJS.ProcessEnv): Promise<Site> => {
  const config = await readConfig(env);
  const { schema } = await loadSchema(contentTypesFolder(env));
  checkIndexLimits(schema);
  checkTargets(config.events, schema);
  return { config, ...(await withExtensions(schema, env)) };
};
