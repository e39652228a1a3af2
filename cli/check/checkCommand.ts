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
import { compileExtensions, loadExtensions } from '../../lib/platform/extensions/index.ts';
import { requireUri, servingChecks } from '../../lib/platform/service.ts';
import { contentTypesFolder } from '../../lib/platform/site.ts';
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
  const attempt = async <T>(check: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await check();
    } catch (error) {
      for (const text of formatError(error)) for (const line of text.split('\n')) faults.add(line);
      return undefined;
    }
  };
  const env = (await attempt(() => withParameters(terminal.env))) ?? terminal.env;
  await attempt(() => requireUri(env));
  const secrets = await attempt(() => readSecrets(env));
  const config = await attempt(async () => applyDeployment(await readConfig(env), env));
  const schema = await attempt(async () => (await loadSchema(contentTypesFolder(env))).schema);
  if (schema !== undefined) {
    await attempt(() => {
      checkIndexLimits(schema);
    });
    const extensions = await attempt(async () => compileExtensions(schema, await loadExtensions(env)));
    await attempt(() => {
      checkProjectRoutes({ schema, extensions });
    });
    if (config !== undefined)
      for (const check of [
        () => {
          checkTargets(config.events, schema);
        },
        () => {
          checkDefaultPopulates({ schema, config });
        },
        ...(secrets === undefined ? [] : servingChecks({ secrets, config, schema })),
      ])
        await attempt(check);
  }
  for (const fault of faults) terminal.log(fault);
  terminal.log(
    faults.size === 0
      ? 'servers and functions can start with this configuration'
      : `${formatCount(faults.size, 'fault')}: servers and functions cannot start`,
  );
  return faults.size === 0;
};
