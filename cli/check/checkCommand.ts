// The command `lectern check`.
import { checkProjectRoutes } from '../../lib/api/project/index.ts';
import { applyDeployment, readMetricsToken, readSecrets, withParameters } from '../../lib/platform/config/index.ts';
import { requireUri, servingChecks } from '../../lib/platform/service.ts';
import { readSite, type RunStep } from '../../lib/platform/site.ts';
import { checkDefaultPopulates } from '../../lib/read/query/index.ts';
import { checkPictures } from '../../lib/server/checkPictures.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { formatError } from '../terminal/formatError.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Checks what a server or a function checks when it starts, but does not end at the first fault. Sends no request to the
 * database.
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
  const env = (await attempt(withParameters, terminal.env)) ?? terminal.env;
  await attempt(requireUri, env);
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
  for (const fault of faults) terminal.log(fault);
  terminal.log(
    faults.size === 0
      ? 'servers and functions can start with this configuration'
      : `${formatCount(faults.size, 'fault')}: servers and functions cannot start`,
  );
  return faults.size === 0;
};
