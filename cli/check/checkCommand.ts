// The command `lectern check`.
import { checkProjectRoutes } from '../../lib/api/project/index.ts';
import {
  applyDeployment,
  checkTargets,
  readConfig,
  readSecrets,
  withParameters,
} from '../../lib/platform/config/index.ts';
import { checkIndexLimits } from '../../lib/platform/db/index.ts';
import { requireUri, servingChecks } from '../../lib/platform/service.ts';
import { contentTypesFolder, withExtensions } from '../../lib/platform/site.ts';
import { checkDefaultPopulates } from '../../lib/read/query/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
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
  const attempt = async <A extends readonly unknown[], T>(
    check: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<T | undefined> => {
    try {
      return await check(...args);
    } catch (error) {
      for (const text of formatError(error)) for (const line of text.split('\n')) faults.add(line);
      return undefined;
    }
  };
  const env = (await attempt(withParameters, terminal.env)) ?? terminal.env;
  await attempt(requireUri, env);
  const secrets = await attempt(readSecrets, env);
  const config = await attempt(async () => applyDeployment(await readConfig(env), env));
  const schema = await attempt(async () => (await loadSchema(contentTypesFolder(env))).schema);
  if (schema !== undefined) {
    await attempt(checkIndexLimits, schema);
    const site = (await attempt(withExtensions, schema, env)) ?? { schema };
    await attempt(checkProjectRoutes, site);
    if (config !== undefined) {
      await attempt(checkTargets, config.events, schema);
      await attempt(checkDefaultPopulates, { ...site, config });
      const checks = secrets === undefined ? [] : servingChecks({ ...site, secrets, config });
      for (const check of checks) await attempt(check);
    }
  }
  for (const fault of faults) terminal.log(fault);
  terminal.log(
    faults.size === 0
      ? 'servers and functions can start with this configuration'
      : `${formatCount(faults.size, 'fault')}: servers and functions cannot start`,
  );
  return faults.size === 0;
};
