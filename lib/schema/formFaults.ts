// Turns the errors of ajv into faults that say what to write instead.
import type { ErrorObject, ValidateFunction } from 'ajv';
import { didYouMean } from './didYouMean.ts';
import type { Fault } from './types.ts';
import { valueAt, formatValue, textAt } from './jsonValues.ts';

/** The description of a schema completes the sentence "write <description>". */
const faultOfError = (error: ErrorObject, basePath: string, file: string): Fault => {
  const path = [basePath, ...error.instancePath.split('/').slice(1)].filter((key) => key !== '').join('.');
  if (error.keyword === 'required') {
    const missing = String(valueAt(error.params, 'missingProperty'));
    const what = textAt(error.parentSchema, 'properties', missing, 'description');
    const message = `is missing${what === undefined ? '' : `; write ${what}`}`;
    return { file, path: path === '' ? missing : `${path}.${missing}`, message };
  }
  if (error.keyword === 'additionalProperties') {
    const key = String(valueAt(error.params, 'additionalProperty'));
    const known = Object.keys(Object(valueAt(error.parentSchema, 'properties')) as object);
    const near = didYouMean(key, known);
    const message = `is not known${near === '' ? `; there is ${known.join(', ')}` : near}`;
    return { file, path: path === '' ? key : `${path}.${key}`, message };
  }
  const description = textAt(error.parentSchema, 'description');
  const allowed = valueAt(error.parentSchema, 'enum');
  const near =
    Array.isArray(allowed) && typeof error.data === 'string' ? didYouMean(error.data, allowed.map(String)) : '';
  const message =
    description === undefined
      ? (error.message ?? 'is not valid')
      : `write ${description}, not ${formatValue(error.data)}${near}`;
  return { file, path, message };
};

/**
 * @param validate compiled by an ajv with `allErrors` and `verbose`
 * @param path where the value is in the file
 * @returns the faults of the value, at most one for each path
 */
export const formFaults = (
  validate: ValidateFunction,
  value: unknown,
  path: string,
  file: string,
): readonly Fault[] => {
  if (validate(value)) return [];
  const faults = (validate.errors ?? []).map((error) => faultOfError(error, path, file));
  return faults.filter((fault, i) => faults.findIndex((other) => other.path === fault.path) === i);
};

const maxLevels = 100;

/** A path that is longer is cut. */
const maxKeys = 4;

/** @returns the fault of a value that is nested so deep that later code, which calls itself for each level, could not read it */
export const depthFault = (value: unknown, file: string): Fault | undefined => {
  const waiting = [{ value, path: [] as readonly string[], level: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: inner, path, level } = next;
    if (level > maxLevels)
      return { file, path: path.join('.'), message: `is nested more than ${maxLevels} levels deep` };
    if (typeof inner !== 'object' || inner === null) continue;
    for (const [key, child] of Object.entries(inner) as readonly (readonly [string, unknown])[])
      waiting.push({ value: child, path: path.length < maxKeys ? [...path, key] : path, level: level + 1 });
  }
  return undefined;
};
