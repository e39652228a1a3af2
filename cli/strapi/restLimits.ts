// Reads the limits of lists in a Strapi project (`rest` in config/api.js), and has the settings of a site that was one.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../lib/schema/index.ts';
import { exportedExpression } from './strapiCode.ts';

/** In the notation of `api.rest` in lectern.json. */
export interface RestLimits {
  readonly defaultLimit?: number;
  readonly maxLimit?: number;
  readonly withCount?: boolean;
}

interface FoundLimits {
  readonly limits: RestLimits;
  /** The settings that the code computes. */
  readonly computed: readonly Fault[];
  /** The file, if it sets nothing else. */
  readonly taken: string | undefined;
}

const limitNames: readonly string[] = ['defaultLimit', 'maxLimit', 'withCount'] satisfies readonly (keyof RestLimits)[];

/** The values that Lectern takes over. Its prefix is always that of Strapi's default. */
const known = /^(?:(?:defaultLimit|maxLimit):(?:[1-9]\d{0,3}|10000)|withCount:(?:true|false)|prefix:'\/api')$/;

interface Setting {
  readonly name: string;
  /** As the project writes it. */
  readonly code: string;
  /** undefined: Lectern does not take it over. */
  readonly value: string | undefined;
}

/** `env.int('LIMIT',500)`: a variable of the environment, and the value without it. */
const variable = /^env(?:\.(?:int|float|bool))?\('[^']*',(\w+|'\w+')\)$/;

const readSetting = (text: string): Setting => {
  const [, name = text, code = ''] = /^(\w+):(.*)$/.exec(text) ?? [];
  const value = variable.exec(code)?.[1]?.replaceAll("'", '') ?? code;
  return { name, code, value: known.test(`${name}:${value}`) ? value : undefined };
};

const computedFault = (file: string, { name, code, value }: Setting): Fault => ({
  file,
  path: `rest.${name}`,
  message:
    value === undefined
      ? `is not read: write the value of ${code} as api.rest.${name} in lectern.json (docs/configuration.md)`
      : `depends on a variable here, ${code}: api.rest.${name} in lectern.json is ${value}`,
});

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
  const text = /\brest:\{([^{}]*)\}/.exec(expression)?.[1] ?? '';
  // A comma in brackets ends no setting.
  const settings = (text.match(/(?:[^,(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []).map(readSetting);
  const limits = settings.filter(({ name }) => limitNames.includes(name));
  const entries = limits.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, JSON.parse(value)] as const],
  );
  const computed = limits.filter(({ code: written, value }) => written !== value);
  const isTaken =
    whole.test(expression) && settings.every(({ name, value }) => value !== undefined || limitNames.includes(name));
  return {
    limits: Object.fromEntries(entries),
    computed: file === undefined ? [] : computed.map((setting) => computedFault(file, setting)),
    taken: isTaken ? file : undefined,
  };
};

/** With these, Lectern answers as clients of Strapi expect, and keeps the passwords that Strapi can verify. */
export const strapiSettings = {
  api: { rest: { componentIds: true, defaultOrder: 'id' } },
  auth: { passwords: { keepBcrypt: true } },
} as const;
