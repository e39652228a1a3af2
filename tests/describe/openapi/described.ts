// Builds descriptions of schemas, and checks values against them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { contentRoutes, fixedRoutes } from '../../../lib/api/http/routes/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { buildOpenApi } from '../../../lib/describe/openapi/index.ts';
import type { Schema } from '../../../lib/schema/index.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read any part of the description
export type Description = any;

/** The description as it is sent. */
export const describedOf = (schema: Schema, config = defaultConfig): Description =>
  JSON.parse(JSON.stringify(buildOpenApi({ schema, config, routes: { fixed: fixedRoutes, ofTypes: contentRoutes } })));

/** The value that a reference points to; other values are returned unchanged. */
export const resolved = (description: Description, value: Description): Description =>
  typeof value?.$ref === 'string'
    ? resolved(
        description,
        value.$ref
          .slice('#/'.length)
          .split('/')
          .reduce((at: Description, key: string) => at?.[key], description),
      )
    : value;

/** The JSON of a body or response: its schema, and its example if there is one. */
export const jsonOf = (
  description: Description,
  value: Description,
): { readonly schema: object; readonly example?: unknown } | undefined => {
  const json = resolved(description, value)?.content?.['application/json'];
  const [named] = Object.values<Description>(json?.examples ?? {});
  return named === undefined ? json : { ...json, example: resolved(description, named).value };
};

/** @returns the differences between a value and a schema of the description; empty if it matches */
export type Check = (schema: object, value: unknown) => readonly string[];

export const checkOf = (description: Description): Check => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ ...description, $id: 'api' });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    // The schema refers to parts of the whole description.
    const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
    validate(value);
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  };
};

export const named = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
