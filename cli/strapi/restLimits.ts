// Reads the limits of lists in a Strapi project (`rest` in config/api.js), and has the settings of a site that was one.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportedExpression } from './strapiCode.ts';

/** In the notation of `api.rest` in lectern.json. */
export interface RestLimits {
  readonly defaultLimit?: number;
  readonly maxLimit?: number;
  readonly withCount?: boolean;
}

interface FoundLimits {
  readonly limits: RestLimits;
  /** The file, if it sets nothing else. */
  readonly taken: string | undefined;
}

/** The values that Lectern takes over. Its prefix is always that of Strapi's default. */
const known = /^(?:(?:defaultLimit|maxLimit):(?:[1-9]\d{0,3}|10000)|withCount:(?:true|false)|prefix:'\/api')$/;

/** Around the settings: nothing, or the function that Strapi's generators write. */
const whole = /^(?:\([^)]*\)=>\()?\{rest:\{[^{}]*\},?\}\)?$/;

const readCode = async (project: string): Promise<readonly [file: string, code: string] | undefined> => {
  for (const file of ['config/api.js', 'config/api.ts']) {
    const code = await readFile(join(project, file), 'utf8').catch(() => undefined);
    if (code !== undefined) return [file, code];
  }
  return undefined;
};

/** @param project the folder that contains `config` */
export const readRestLimits = async (project: string): Promise<FoundLimits> => {
  const [file, code = ''] = (await readCode(project)) ?? [];
  const expression = exportedExpression(code);
  const settings = (/\brest:\{([^{}]*)\}/.exec(expression)?.[1] ?? '').split(',').filter((setting) => setting !== '');
  const entries = settings
    .filter((setting) => known.test(setting) && !setting.startsWith('prefix:'))
    .map((setting) => setting.split(':'))
    .map(([name = '', value = '']) => [name, JSON.parse(value) as unknown]);
  const isTaken = whole.test(expression) && settings.every((setting) => known.test(setting));
  return { limits: Object.fromEntries(entries) as RestLimits, taken: isTaken ? file : undefined };
};

/** With these, Lectern answers as clients of Strapi expect, and keeps the passwords that Strapi can verify. */
export const strapiSettings = {
  api: { rest: { componentIds: true, defaultOrder: 'id' } },
  auth: { passwords: { keepBcrypt: true } },
} as const;
