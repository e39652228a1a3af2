// Reads the filters of project code (`canRead`, `canWrite`); in bundles without any, a stub replaces this module.
import type { Caller, ProjectFilter } from '../../platform/access/index.ts';
import { callProjectFunction } from '../../platform/extensions/index.ts';
import { invalid } from '../../errors.ts';
import { isObject, type ContentType } from '../../schema/index.ts';
import type { Filter } from './types.ts';

/** `{ documentId: 'x' }` or `{ documentId: { $eq: 'x' } }`: documents that this user created. */
const readCreator = (value: unknown): Filter => {
  const documentId = isObject(value) && Object.keys(value).length === 1 ? value.documentId : undefined;
  const user = isObject(documentId) && Object.keys(documentId).length === 1 ? documentId.$eq : documentId;
  if (typeof user !== 'string') throw invalid('Write createdBy as { documentId: caller.user }', { path: 'createdBy' });
  return { kind: 'own', user };
};

/** A list, or an object with numbers as keys, as in a query. */
const listOf = (value: unknown, key: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return Object.values(value);
  throw invalid(`${key} must be a list of filters`, { path: key });
};

type ReadCondition = (filters: object) => Filter;

/** Reads the filter as a condition of a permission, and beside that `createdBy`, alone or in `$and` and `$or`. */
const readFilter = (json: unknown, read: ReadCondition): Filter => {
  if (!isObject(json)) throw invalid('A filter must be an object');
  const { $and: all, $or: any, createdBy, ...rest } = json;
  const parts = [
    ...(all === undefined ? [] : listOf(all, '$and').map((one) => readFilter(one, read))),
    ...(any === undefined ? [] : [{ kind: 'or' as const, of: listOf(any, '$or').map((one) => readFilter(one, read)) }]),
    ...(createdBy === undefined ? [] : [readCreator(createdBy)]),
  ];
  const of = parts.length === 0 || Object.keys(rest).length > 0 ? [...parts, read(rest)] : parts;
  return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'and', of };
};

/**
 * @param action which filters of the caller
 * @param read reads the filters of a condition on the type; throws ApiError for those that the type cannot have
 * @returns the filters that a document of the type must match
 * @throws ProjectCodeError for a filter that does not fit the type: nothing can be read until it does
 */
export const projectFilters = (
  { restricted }: Caller,
  action: 'canRead' | 'canWrite',
  { uid }: ContentType,
  read: ReadCondition,
): readonly Filter[] =>
  (restricted?.[action].get(uid) ?? []).map(({ name, filter }: ProjectFilter) =>
    filter === false ? { kind: 'or', of: [] } : callProjectFunction(name, () => readFilter(filter, read)),
  );
