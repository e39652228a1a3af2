// Generates the validators of bodies as code, so that the function of the routes needs no compiler.
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { ProjectRoute } from '../../platform/extensions/index.ts';
import { createBodyAjv } from './bodyAjv.ts';

/** JavaScript whose value is a function that returns the validators by key; their code runs when it is first called. */
const validatorsCode = (bodies: readonly (readonly [string, object])[], allErrors: boolean): string => {
  const ajv = createBodyAjv(allErrors, { source: true });
  for (const [key, body] of bodies) ajv.addSchema(body, key);
  const code = standaloneCode(ajv, Object.fromEntries(bodies.map(([key], index) => [`body${index}`, key])));
  const byKey = bodies.map(([key], index) => `${JSON.stringify(key)}: exports.body${index}`);
  return `(() => { const exports = {}; ${code}; return { ${byKey.join(', ')} }; })`;
};

/** @returns a module that exports `bodyValidators` like bodyValidators.ts, for these routes only */
export const standaloneBodies = (routes: readonly ProjectRoute[]): string => {
  const bodies = routes.flatMap(({ method, path, body }) =>
    body === undefined ? [] : [[`${method} ${path}`, body] as const],
  );
  return `
    let all, first;
    export const bodyValidators = ({ method, path }) => {
      all ??= ${validatorsCode(bodies, true)}();
      first ??= ${validatorsCode(bodies, false)}();
      const key = method + ' ' + path;
      return { all: all[key], first: first[key] };
    };
  `;
};
