// Checks what project code adds to a type: hooks, computed attributes and filters.
import {
  builtInUids,
  attributeNameFault,
  didYouMean,
  isObject,
  type ContentType,
  type Schema,
} from '../../schema/index.ts';
import type { HooksOf } from './hooks.ts';
import type { Uid } from './register.ts';
import type { ComputedAttribute, ComputedValues, ReadsOf } from './reads.ts';

/** @param keys every key of the type, so that the compiler finds a list that lacks one */
export const keysOf = <T>(keys: Readonly<Record<keyof T, true>>): readonly (keyof T & string)[] =>
  Object.keys(keys) as (keyof T & string)[]; // the parameter has these keys and no others

export const hookNames = keysOf<HooksOf<Uid>>({ validate: true, beforeWrite: true, beforeDelete: true });

/** Lectern's own types with hooks on writes. Roles decide what callers may do, so no project code changes them. */
const hookedBuiltIn: readonly string[] = [builtInUids.user, builtInUids.file];

/**
 * @param extension what a file defines for a type
 * @param report gets the path below the type and the message of each fault
 */
export const checkHooks = (
  uid: string,
  extension: Readonly<Record<string, unknown>>,
  report: (path: string, message: string) => void,
): void => {
  for (const name of hookNames.filter((one) => extension[one] !== undefined)) {
    if (typeof extension[name] !== 'function') report(name, 'must be a function');
    if (!uid.startsWith('api::') && !hookedBuiltIn.includes(uid))
      report(name, `cannot be on ${uid}: only on the content types of the project, users and files`);
  }
};

/** @param path in the extension: `computed.excerpt.from` */
type Report = (path: string, message: string) => void;

/** What an extension may have besides hooks. */
export const readNames = keysOf<ReadsOf<Uid>>({ computed: true, canRead: true, canWrite: true });

const types: readonly string[] = keysOf<ComputedValues>({
  ...{ string: true, integer: true, decimal: true, boolean: true, json: true },
});
const keys: readonly string[] = keysOf<ComputedAttribute<Uid>>({ type: true, from: true, value: true });

const isFunction = (value: unknown): boolean => typeof value === 'function';

const isAsync = (value: unknown): boolean =>
  isFunction(value) && Object.prototype.toString.call(value) === '[object AsyncFunction]';

/** The fault of a name in `from`; undefined: the attribute can be used. */
const sourceFault = ({ uid, attributes }: ContentType, name: unknown): string | undefined => {
  const attribute = typeof name === 'string' ? attributes.get(name) : undefined;
  if (attribute === undefined)
    return `${uid} has no attribute ${JSON.stringify(name)}${didYouMean(String(name), attributes.keys())}`;
  if (attribute.kind === 'relation' || attribute.kind === 'morph')
    return `${String(name)} is a ${attribute.type}: a value can only be computed from the document's own values`;
  return attribute.type === 'password' ? `${String(name)} is a password, which no code reads` : undefined;
};

const checkFunction = (value: unknown, path: string, report: Report): void => {
  if (!isFunction(value)) report(path, 'must be a function');
  else if (isAsync(value)) report(path, 'must not be async: it runs for each document or request');
};

const checkComputed = (type: ContentType, name: string, computed: unknown, path: string, report: Report): void => {
  const nameFault = attributeNameFault(name, { is: 'type' });
  if (type.attributes.has(name)) report(path, `${type.uid} already has an attribute ${name}: choose another name`);
  else if (nameFault !== undefined) report(path, nameFault);
  if (!isObject(computed)) {
    report(path, 'must be an object with type, from and value');
    return;
  }
  for (const key of Object.keys(computed).filter((one) => !keys.includes(one)))
    report(`${path}.${key}`, `is unknown here${didYouMean(key, keys)}`);
  if (typeof computed.type !== 'string' || !types.includes(computed.type))
    report(`${path}.type`, `must be one of ${types.join(', ')}`);
  if (!Array.isArray(computed.from)) report(`${path}.from`, 'must be a list of attributes');
  else
    for (const source of computed.from as readonly unknown[]) {
      const fault = sourceFault(type, source);
      if (fault !== undefined) report(`${path}.from`, fault);
    }
  checkFunction(computed.value, `${path}.value`, report);
};

/** The types whose permissions can have conditions. */
const isFiltered = ({ uid }: ContentType): boolean => uid.startsWith('api::') || uid === builtInUids.user;

/**
 * Reports every fault in the reads of one extension of a type.
 *
 * @param claimed the computed attributes of all extensions so far, as `uid name` with their file; those of this one are added
 */
export const checkReads = (
  schema: Schema,
  uid: string,
  extension: Readonly<Record<string, unknown>>,
  file: string,
  claimed: Map<string, string>,
  report: Report,
): void => {
  const type = schema.types.get(uid);
  const { computed } = extension;
  if (computed !== undefined && !isObject(computed)) report('computed', 'must be an object');
  if (type !== undefined && isObject(computed))
    for (const [name, one] of Object.entries(computed)) {
      const path = `computed.${name}`;
      const other = claimed.get(`${uid} ${name}`);
      if (other !== undefined) report(path, `${other} computes ${name} already: choose another name`);
      claimed.set(`${uid} ${name}`, file);
      checkComputed(type, name, one, path, report);
    }
  for (const name of ['canRead', 'canWrite']) {
    if (extension[name] === undefined) continue;
    checkFunction(extension[name], name, report);
    if (type !== undefined && !isFiltered(type))
      report(name, `is only for the site's own content types and users: restrict ${uid} by permissions`);
  }
};
