// Adds the filters of project code (`canRead`, `canWrite`) to callers; in bundles without any, a stub replaces this module.
import { createHash } from 'node:crypto';
import { isObject } from '../../schema/index.ts';
import { callProjectFunction, type Extensions, type ProjectCaller } from '../extensions/index.ts';
import { projectCallerOf, type Caller, type ProjectFilter, type ProjectFilters } from './caller.ts';

/** @throws ProjectCodeError if the filter of project code fails, or returns something else than a filter */
export type RestrictCaller = (caller: Caller) => Caller;

type Action = 'canRead' | 'canWrite';

interface Restriction {
  readonly uid: string;
  readonly name: string;
  readonly filterFor: (request: { readonly caller: ProjectCaller }) => unknown;
}

const restrictionsOf = ({ types }: Extensions, action: Action): readonly Restriction[] =>
  [...types].flatMap(([uid, extensions]) =>
    extensions.flatMap(({ file, value }) => {
      const filterFor = value[action];
      return filterFor === undefined ? [] : [{ uid, filterFor, name: `${action} of ${uid} in ${file}` }];
    }),
  );

/** Values without JSON; `{ owner: { documentId: caller.user } }` has one for a caller that is not a user. */
const isMissing = (value: unknown): boolean =>
  (value instanceof Date && Number.isNaN(value.getTime())) ||
  ['undefined', 'function', 'symbol'].includes(typeof value) ||
  (typeof value === 'number' && !Number.isFinite(value));

/**
 * @returns the filter as JSON; true: all documents; false: none, also if a value in it is missing, because a comparison with
 *   null would match documents without a value
 */
const toJson = (filter: unknown): object | boolean => {
  if (typeof filter === 'boolean') return filter;
  if (filter instanceof Promise) throw new TypeError('The filter must not be a promise: the function is synchronous');
  if (!isObject(filter)) throw new TypeError('The filter must be an object as in a query, true or false');
  const missing: unknown[] = [];
  // `this` has the value as it is: JSON makes null of an invalid date before it calls the function.
  const text = JSON.stringify(filter, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    if (isMissing(value) || isMissing(this[key])) missing.push(value);
    return value;
  });
  return missing.length === 0 ? (JSON.parse(text) as object) : false;
};

const filtersFor = (restrictions: readonly Restriction[], caller: ProjectCaller): ProjectFilters => {
  const filters = new Map<string, readonly ProjectFilter[]>();
  for (const { uid, name, filterFor } of restrictions) {
    const filter = callProjectFunction(name, () => toJson(filterFor({ caller })));
    if (filter !== true) filters.set(uid, [...(filters.get(uid) ?? []), { name, filter }]);
  }
  return filters;
};

/** @returns undefined if no extension has `canRead` or `canWrite` */
export const restrictCallers = (extensions: Extensions | undefined): RestrictCaller | undefined => {
  if (extensions === undefined) return undefined;
  const [readable, writable] = [restrictionsOf(extensions, 'canRead'), restrictionsOf(extensions, 'canWrite')];
  if (readable.length + writable.length === 0) return undefined;
  return (caller) => {
    const projectCaller = projectCallerOf(caller);
    const canRead = filtersFor(readable, projectCaller);
    const canWrite = filtersFor(writable, projectCaller);
    if (canRead.size + canWrite.size === 0) return caller;
    const hash = createHash('sha256')
      .update(JSON.stringify([[...canRead], [...canWrite]]))
      .digest('base64');
    return { ...caller, restricted: { canRead, canWrite }, view: `${caller.view} ${hash}` };
  };
};
