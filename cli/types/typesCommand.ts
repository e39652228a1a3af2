// The commands `lectern types check` and `lectern types generate`.
import { readFile, writeFile } from 'node:fs/promises';
import { hasErrorCode } from '../../lib/errors.ts';
import { checkProjectRoutes } from '../../lib/api/project/index.ts';
import { readConfig, type Config } from '../../lib/platform/config/index.ts';
import { indexLimitFaults, indexLimitWarnings } from '../../lib/platform/db/index.ts';
import { contentTypesFolder, siteOf, withExtensions, type Site } from '../../lib/platform/site.ts';
import { defaultPopulateFaults } from '../../lib/read/query/index.ts';
import { buildSchema, formatFault, readFolder, SchemaError, type Fault, type Schema } from '../../lib/schema/index.ts';
import { pictureFaults } from '../../lib/server/checkPictures.ts';
import { checkSite } from '../../lib/server/checkSite.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { strapiLeftovers } from '../strapi/index.ts';
import { typesModule } from '../../lib/describe/types/index.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The faults of content types without a fault of their own: of their indexes, extensions, default populates and pictures. */
const siteFaults = async (schema: Schema, config: Config, env: NodeJS.ProcessEnv): Promise<readonly Fault[]> => {
  let site: Pick<Site, 'schema' | 'extensions'> = { schema };
  let extensionFaults: readonly Fault[] = [];
  try {
    site = await withExtensions(schema, env);
    checkProjectRoutes(site);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    extensionFaults = error.faults;
  }
  return [
    ...indexLimitFaults(schema),
    ...defaultPopulateFaults(site.schema, config.api.rest),
    ...extensionFaults,
    ...pictureFaults({ schema, config }, env),
  ];
};

/**
 * Prints one line per fault to stdout. Warnings and the number of faults go to stderr.
 *
 * @returns whether the content types have no fault
 */
export const checkTypes = async (terminal: Terminal): Promise<boolean> => {
  const folder = contentTypesFolder(terminal.env);
  const { schema, faults: found, warnings } = buildSchema(await readFolder(folder));
  const config = await readConfig(terminal.env);
  const faults = schema === undefined ? found : await siteFaults(schema, config, terminal.env);
  const slower = schema === undefined ? [] : indexLimitWarnings(schema);
  for (const warning of [...warnings, ...slower, ...(await strapiLeftovers(folder))])
    terminal.log(`warning: ${formatFault(warning)}`);
  for (const fault of faults) terminal.print(formatFault(fault));
  terminal.log(
    faults.length > 0
      ? `${formatCount(faults.length, 'fault')} in ${folder}`
      : `${folder} is fine: ${schema?.served.size ?? 0} content types, ${schema?.components.size ?? 0} components`,
  );
  return faults.length === 0;
};

const readIfExists = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/**
 * Prints the TypeScript types of the content types, or the schema of GraphQL, to stdout, or writes them to a file if they differ from it.
 *
 * @param out the file; stdout if undefined
 * @param options with `check` the file is only compared, and not written
 * @returns false if `check` finds a difference
 * @throws SchemaError when the content types have faults, Error for faults of the configuration
 */
export const generateTypes = async (
  terminal: Terminal,
  out: string | undefined,
  { check, graphql }: { readonly check: boolean; readonly graphql: boolean },
): Promise<boolean> => {
  const site = await siteOf(terminal.env);
  checkSite(site);
  // Only few need the package `graphql`.
  const text = graphql
    ? (await import('../../lib/graphql/index.ts')).printSdl(site.schema)
    : typesModule(site.schema, site.config.api.rest);
  if (out === undefined) {
    terminal.print(text.trimEnd());
    return true;
  }
  const isUpToDate = (await readIfExists(out)) === text;
  if (!isUpToDate && !check) await writeFile(out, text);
  terminal.log(
    isUpToDate
      ? `${out} is up to date`
      : check
        ? `${out} is out of date: generate it again without --check`
        : `wrote ${out}`,
  );
  return isUpToDate || !check;
};
