// The command `lectern check`.
import { checkProjectRoutes } from '../../lib/api/project/index.ts';
import { applyDeployment, readMetricsToken, readSecrets, withParameters } from '../../lib/platform/config/index.ts';
import { isUnreachable, openDatabase } from '../../lib/platform/db/index.ts';
import { requireUri, servingChecks } from '../../lib/platform/service.ts';
import { readSite, type RunStep } from '../../lib/platform/site.ts';
import { checkDefaultPopulates } from '../../lib/read/query/index.ts';
import { checkPictures } from '../../lib/server/checkPictures.ts';
import { compareRecord, readMigrationFiles } from '../migrate/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { formatError } from '../terminal/formatError.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { runningDevEnvironment } from '../withService.ts';

/**
 * @returns a note: a migration is not finished, or nothing was compared, because there is no database where a commit is checked
 * @throws Error if the documents are newer than the migration files of the project
 */
const checkMigrations = async (uri: string): Promise<string | undefined> => {
  const files = await readMigrationFiles();
  const database = openDatabase(uri);
  try {
    const { problem, note } = await compareRecord(await database.get(), files);
    if (problem !== undefined) throw new Error(problem);
    return note;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return 'the database cannot be reached, so its migrations are not compared';
  } finally {
    await database.close();
  }
};

/**
 * Checks what a server or a function checks when it starts, but does not end at the first fault. Of the database it reads
 * only the record of its migrations.
 *
 * @returns whether there is no fault; otherwise they are printed, one a line
 */
export const checkStart = async (terminal: Terminal): Promise<boolean> => {
  const faults = new Set<string>();
  const attempt: RunStep = async (step, ...args) => {
    try {
      return await step(...args);
    } catch (error) {
      for (const text of formatError(error)) for (const line of text.split('\n')) faults.add(line);
      return undefined;
    }
  };
  const dev = await runningDevEnvironment(terminal.env);
  if (dev !== undefined) terminal.log('checked with the database and the secrets of the `lectern dev` that runs here');
  const start = dev ?? terminal.env;
  const env = (await attempt(withParameters, start)) ?? start;
  const uri = await attempt(requireUri, env);
  const secrets = await attempt(readSecrets, env);
  await attempt(readMetricsToken, env);
  const { config: settings, schema, ...more } = await readSite(env, attempt);
  if (schema !== undefined) await attempt(checkProjectRoutes, { schema, ...more });
  if (schema !== undefined && settings !== undefined) {
    const site = { schema, config: applyDeployment(settings, env), ...more };
    await attempt(checkDefaultPopulates, site);
    await attempt(checkPictures, site, env);
    const checks = secrets === undefined ? [] : servingChecks({ ...site, secrets });
    for (const check of checks) await attempt(check);
  }
  const note = uri === undefined ? undefined : await attempt(checkMigrations, uri);
  if (note !== undefined) terminal.log(note);
  for (const fault of faults) terminal.log(fault);
  terminal.log(
    faults.size === 0
      ? 'servers and functions can start with this configuration'
      : `${formatCount(faults.size, 'fault')}: servers and functions cannot start`,
  );
  return faults.size === 0;
};
