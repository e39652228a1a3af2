// Converts ajv's errors to Strapi's messages, and to the faults of a body that is no document.
import type { DefinedError, ValidateFunction } from 'ajv';
import type { InvalidValue } from '../../errors.ts';
import { keysOfPointer } from '../../schema/index.ts';
import type { JsonSchema } from './keywords.ts';
import { isIndex, formatPath, type Path } from './paths.ts';

const maxValueLength = 200;

const formatValue = (value: unknown): string => {
  const text = JSON.stringify(value, null, 2);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
};

const numeric = new Set(['number', 'integer']);

/** The message for a secret value, without the value. */
const secretTypeMessage = (expected: string): string =>
  `{} must be a \`${numeric.has(expected) ? 'number' : expected}\` type`;

/**
 * Strapi casts before it checks: a value that is not a number becomes NaN, and an invalid entry of a list becomes null.
 */
const typeMessage = (expected: string, value: unknown, path: Path): string => {
  if (numeric.has(expected)) {
    if (typeof value === 'number') return `{} must be ${Number.isFinite(value) ? 'an integer' : 'a finite number'}`;
    const cast = value === null ? '' : ` (cast from the value \`${formatValue(value)}\`)`;
    return `{} must be a \`number\` type, but the final value was: \`NaN\`${cast}.`;
  }
  const inList = value !== null && isIndex(path.at(-1) ?? '');
  const final = inList ? `\`null\` (cast from the value \`${formatValue(value)}\`)` : `\`${formatValue(value)}\``;
  return `{} must be a \`${expected}\` type, but the final value was: ${final}.`;
};

const expectedType = (schema: unknown): string => {
  const types: readonly unknown[] = Array.isArray(schema) ? schema : [schema];
  return String(types.find((type) => type !== 'null'));
};

const limits: Readonly<Record<string, (limit: number) => string>> = {
  minLength: (limit) => `at least ${limit} characters`,
  maxLength: (limit) => `at most ${limit} characters`,
  minimum: (limit) => `greater than or equal to ${limit}`,
  maximum: (limit) => `less than or equal to ${limit}`,
};

const counts: Readonly<Record<string, (limit: number) => string>> = {
  minItems: (limit) => `at least ${limit} items`,
  maxItems: (limit) => `less than or equal to ${limit} items`,
};

/** Removes secrets from the value of an error; undefined: the whole value is secret. */
type RedactValue = (path: Path, value: unknown) => { readonly value: unknown } | undefined;

const defaultMessage = (error: DefinedError, path: Path, data: ReturnType<RedactValue>): string => {
  const { keyword } = error;
  if (keyword === 'type') {
    const expected = expectedType(error.schema);
    return data === undefined ? secretTypeMessage(expected) : typeMessage(expected, data.value, path);
  }
  if (keyword === 'required') return '{} must be defined.';
  if (keyword === 'enum') {
    // null is one of the allowed values, and Strapi joins it as an empty text
    return `{} must be one of the following values: ${error.params.allowedValues.join(', ')}`;
  }
  const limit = 'limit' in error.params ? error.params.limit : NaN;
  const [bound, count] = [limits[keyword], counts[keyword]];
  if (bound !== undefined) return `{} must be ${bound(limit)}`;
  return count === undefined ? '{} is invalid' : `{} field must have ${count(limit)}`;
};

const faultKeys = (error: DefinedError): readonly string[] => {
  if (error.keyword === 'required') return [`required.${error.params.missingProperty}`, 'required'];
  return error.keyword === 'type' && error.data === null ? ['null', 'type'] : [error.keyword];
};

/** Converts one error of ajv (with allErrors and verbose); undefined for an error that only summarizes others. */
export const invalidValueOf = (error: DefinedError, redact: RedactValue): InvalidValue | undefined => {
  if (error.keyword === 'if') return undefined;
  const at = keysOfPointer(error.instancePath);
  const path = error.keyword === 'required' ? [...at, error.params.missingProperty] : at;
  const { faults = {} } = (error.parentSchema ?? {}) as JsonSchema; // from documents.ts or blocks.ts
  const messages = faultKeys(error).map((key) => faults[key]);
  const data = redact(path, error.keyword === 'required' ? undefined : error.data);
  const rule = messages.find((text) => text !== undefined) ?? defaultMessage(error, path, data);
  return { path, message: rule.replace('{}', () => formatPath(path)), value: data?.value };
};

/** @param error of a schema that a project wrote, so with any keyword */
const faultOf = (error: DefinedError): InvalidValue | undefined => {
  const at = keysOfPointer(error.instancePath);
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const key: string =
      'additionalProperty' in error.params ? error.params.additionalProperty : error.params.unevaluatedProperty;
    return { path: [...at, key], message: `Invalid key ${key}`, value: undefined };
  }
  const fault = invalidValueOf(error, (_, value) => ({ value }));
  if (fault === undefined) return undefined;
  const name = fault.path.length === 0 ? 'body' : formatPath(fault.path);
  if (fault.message.endsWith(' is invalid')) return { ...fault, message: `${name} ${error.message ?? 'is invalid'}` };
  return fault.path.length === 0 ? { ...fault, message: name + fault.message } : fault;
};

/**
 * @param validate compiled with `verbose` and with messages
 * @returns all faults that the validator finds; empty for a valid value
 */
export const jsonFaults = (validate: ValidateFunction, value: unknown): readonly InvalidValue[] => {
  if (validate(value)) return [];
  const errors = (validate.errors ?? []) as DefinedError[]; // all keywords are ajv's own
  return errors.map(faultOf).filter((fault) => fault !== undefined);
};
