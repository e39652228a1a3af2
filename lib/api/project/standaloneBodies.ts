// Configures ajv for the schemas of a project's routes, and generates their validators as code, so that the function of
// the routes needs no compiler.
import standaloneCode from 'ajv/dist/standalone/index.js';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import type { ProjectRoute } from '../../platform/extensions/index.ts';
import { emailPattern } from '../../schema/index.ts';

/** Regular expressions only, because generated validators contain them as code. */
const formats = {
  // Attributes allow the empty text too.
  email: new RegExp(emailPattern.replace(/^\^\$\|/, '')),
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time':
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-][0-2]\d:[0-5]\d)$/,
  uri: /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]+$/i,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
};

/** @param allErrors whether validators continue after the first error */
export const createBodyAjv = (allErrors: boolean, code: Options['code'] = {}): Ajv2020 =>
  new Ajv2020({
    ...{ allErrors, code, formats, verbose: true },
    strict: true, // a keyword with a typing error would check nothing
    strictTypes: false,
    strictRequired: false,
    ownProperties: true, // `constructor` is an ordinary name
  });

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
