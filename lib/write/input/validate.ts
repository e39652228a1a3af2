// Validates the canonical form of a body or version.
import type { DefinedError } from 'ajv';
import type { InvalidValue } from '../../errors.ts';
import type { ContentType, Schema } from '../../schema/index.ts';
import { blocksSchema } from './blocks.ts';
import { validatorOf } from './compile.ts';
import { jsonSchemaOf } from './jsonSchema.ts';
import type { JsonSchema, Rules } from './keywords.ts';
import { invalidValueOf } from './messages.ts';
import type { Path } from './paths.ts';
import { redactValue } from './redact.ts';

/**
 * The time in which ajv collects errors grows with the square of the list entries: above this number only the first
 * error is returned.
 */
const maxEntries = 1_000;

const countEntries = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>(
        (sum, part) => sum + countEntries(part),
        Array.isArray(value) ? value.length : 0,
      );

/** Whether all errors in a value are reported, and not only the first one. */
export const reportsAllErrors = (value: unknown): boolean => countEntries(value) <= maxEntries;

/**
 * @param canonical the values in canonical form (see coerce.ts)
 * @returns all errors (only the first one for very long lists); empty when the values are valid
 */
export const findFaults = (
  schema: Schema,
  type: ContentType,
  rules: Rules,
  canonical: Readonly<Record<string, unknown>>,
): readonly InvalidValue[] => {
  const validate = validatorOf(schema, type, rules, reportsAllErrors(canonical));
  if (validate(canonical)) return [];
  const errors = (validate.errors ?? []) as DefinedError[]; // all keywords are ajv's own
  const repeat = (path: Path, value: unknown) => redactValue(schema, type, path, value);
  return errors.map((error) => invalidValueOf(error, repeat)).filter((fault) => fault !== undefined);
};

/** The JSON Schemas behind the validators of a type. */
export const jsonSchemasOf = (schema: Schema, type: ContentType, rules: Rules): readonly JsonSchema[] => [
  jsonSchemaOf(type, rules),
  blocksSchema,
  ...[...schema.components.values()].map((component) => jsonSchemaOf(component, rules)),
];
