// `$caller` in the conditions of roles: the logged-in user.
import { invalid } from '../../errors.ts';
import { isObject } from '../../schema/index.ts';
import type { Condition } from './caller.ts';

const callerVariable = '$caller';

const maxDepth = 100;

/** Whether the condition is another one for each user. */
export const dependsOnUser = ({ own, filters }: Condition): boolean =>
  own === true || (filters !== undefined && JSON.stringify(filters).includes(`"${callerVariable}"`));

const isVariable = (value: unknown): value is string => typeof value === 'string' && /^\$[A-Za-z]\w*$/.test(value);

/** `$caller`, `{ $eq: '$caller' }` or `{ $ne: '$caller' }`. */
const comparesCaller = (value: unknown): boolean =>
  value === callerVariable ||
  (isObject(value) &&
    Object.keys(value).length === 1 &&
    (value.$eq === callerVariable || value.$ne === callerVariable));

const fault = (name: string, path: readonly string[]): Error => {
  const at = path.join('.');
  const message =
    name === callerVariable
      ? `Invalid value at filters.${at}: $caller stands for a user, so compare the id or documentId of a relation to users with it, by $eq or $ne`
      : `Unknown variable ${name} at filters.${at}: the only one is $caller`;
  return invalid(message, { path: at });
};

/**
 * Replaces `$caller` in the filters of a condition.
 *
 * @param filters as JSON
 * @param user the documentId of the caller
 * @returns the filters, which name the user by documentId also where they compare an `id`
 * @throws ApiError 400 for another variable, and for `$caller` where it has no meaning
 */
export const resolveCaller = (filters: object, user: string): object => {
  const resolve = (value: unknown, path: readonly string[]): unknown => {
    if (isVariable(value)) throw fault(value, path);
    // The reader of filters refuses deeper ones.
    if (path.length > maxDepth) return value;
    if (Array.isArray(value)) return value.map((part, index) => resolve(part, [...path, String(index)]));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) =>
        (key === 'id' || key === 'documentId') && comparesCaller(part)
          ? ['documentId', isObject(part) ? Object.fromEntries(Object.keys(part).map((one) => [one, user])) : user]
          : [key, resolve(part, [...path, key])],
      ),
    );
  };
  // The cast is safe: an object becomes an object.
  return resolve(filters, []) as object;
};
