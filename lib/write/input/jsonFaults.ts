// Turns the errors of a validator into the faults of a body that is no document.
import type { DefinedError, ValidateFunction } from 'ajv';
import type { InvalidValue } from '../../errors.ts';
import { invalidValueOf } from './messages.ts';
import { formatPath } from './paths.ts';

const pathOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @param error of a schema that a project wrote, so with any keyword */
const faultOf = (error: DefinedError): InvalidValue | undefined => {
  const at = pathOf(error.instancePath);
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
