// Reads the content types and the configuration of a site; in the bundle of a function, a module with their contents
// replaces this one (cli/bundle).
import { checkPasskeyDomain, checkPurge, checkTargets, readConfig, type Config } from './config/index.ts';
import { compileExtensions, loadExtensions, withComputed, type Extensions } from './extensions/index.ts';
import { checkIndexLimits, indexLimitWarnings } from './db/index.ts';
import { formatFault, loadSchema, SchemaError, typeOf, viewFaults, type Schema } from '../schema/index.ts';

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
 * @throws SchemaError with every fault of the extensions or of views; Error when they cannot be loaded
 */
export const withExtensions = async (
  schema: Schema,
  env: NodeJS.ProcessEnv,
): Promise<Pick<Site, 'schema' | 'extensions'>> => {
  const extensions = compileExtensions(schema, await loadExtensions(env));
  const extended = withComputed(schema, extensions);
  // Views may name computed attributes.
  const faults = viewFaults(extended);
  if (faults.length > 0) throw new SchemaError(faults);
  return { schema: extended, extensions };
};

/** The schema of a site that may turn off the history of all types. */
export const withHistory = (schema: Schema, { history }: Pick<Config, 'history'>): Schema => {
  if (history.enabled) return schema;
  const types = new Map([...schema.types].map(([uid, type]) => [uid, { ...type, history: false as const }]));
  const served = [...schema.served].map(([name, { uid }]) => [name, typeOf({ ...schema, types }, uid)] as const);
  return { ...schema, types, served: new Map(served) };
};

/** Runs one step of a start; undefined: it failed, and the others go on. */
export type RunStep = <A extends readonly unknown[], T>(
  step: (...args: A) => T | Promise<T>,
  ...args: A
) => Promise<T | undefined>;

/** Reads the site as `siteOf`, in steps. What a step that failed would have returned is missing. */
export const readSite = async (env: NodeJS.ProcessEnv, run: RunStep): Promise<Partial<Site>> => {
  const config = await run(readConfig, env);
  const read = config === undefined ? {} : { config };
  if (config !== undefined) await run(checkPurge, config.cache.purge);
  const loaded = await run(loadSchema, contentTypesFolder(env));
  if (loaded === undefined) return read;
  const { schema } = loaded;
  await run(checkIndexLimits, schema);
  if (config !== undefined) {
    await run(checkTargets, config.events, schema);
    await run(checkPasskeyDomain, config);
  }
  const kept = config === undefined ? schema : withHistory(schema, config);
  return { ...read, schema: kept, ...(await run(withExtensions, kept, env)) };
};

/**
 * Reads the site that the environment names: `CONTENT_TYPES` (default `content-types`), `LECTERN_CONFIG` (default
 * `lectern.json`, if it exists), `LECTERN_EXTENSIONS` (`loadExtensions`).
 *
 * @throws Error with every fault of the configuration, of the content types or of the extensions
 */
export const siteOf = async (env: NodeJS.ProcessEnv): Promise<Site> =>
  // The cast is safe: a step that fails throws.
  (await readSite(env, async (step, ...args) => step(...args))) as Site;
