// Turns the arguments of a field to parameters of REST: filters get their `$`, and a page its numbers.
import { isInputObjectType, isListType, type GraphQLField, type GraphQLInputType } from 'graphql';
import { ApiError, invalid } from '../errors.ts';
import { isObject } from '../schema/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** 400: a condition that a query cannot have, and without which it would find more. */
const unfit = (path: string, what: string) =>
  invalid(`Invalid value at ${path}: ${what}`, { path, source: 'query', param: 'filters' });

/** What holds for no value, and what holds for each. */
const never = { $null: true, $notNull: true };

/** The conditions that compare with nothing, as Strapi reads them: null is a value that is missing, and no value is in an empty list. */
const compareWithNothing = (operator: string, value: unknown, path: string): Values => {
  if (/^(?:and|or|null|notNull)$/.test(operator)) return {};
  const known: Values =
    value === null ? { eq: { $null: true }, ne: { $notNull: true } } : { in: never, notIn: { $not: never } };
  const found = known[operator];
  if (isObject(found)) return found;
  throw unfit(path, value === null ? 'null is not compared; use null or notNull' : 'the list is empty');
};

/** JSON can be a list itself. */
const textOf = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);

/** @returns the conditions on one value */
const readScalarFilter = (filter: Values, path: string): Values =>
  Object.entries(filter).reduce<Values>((all, [operator, value]) => {
    const at = `${path}.${operator}`;
    if (operator === 'not') return isObject(value) ? { ...all, $not: readScalarFilter(value, at) } : all;
    const isList = /^(?:and|or|in|notIn|between)$/.test(operator) && Array.isArray(value);
    if (value === null || (isList && value.length === 0)) return { ...all, ...compareWithNothing(operator, value, at) };
    if (!isList) return { ...all, [`$${operator}`]: textOf(value) };
    if (value.includes(null)) throw unfit(at, 'null is not compared; use null or notNull');
    return { ...all, [`$${operator}`]: value.map(textOf) };
  }, {});

const fieldType = (type: GraphQLInputType, name: string): GraphQLInputType | undefined =>
  isInputObjectType(type) ? type.getFields()[name]?.type : undefined;

/**
 * @param type of the filters
 * @returns `filters` of REST: `{ title: { eq: 'x' } }` as `{ title: { $eq: 'x' } }`
 * @throws ApiError 400 for a condition that compares with null or with an empty list
 */
const readFilters = (filters: unknown, type: GraphQLInputType, path = ''): unknown => {
  if (isListType(type))
    return (Array.isArray(filters) ? filters : [filters])
      .map((part, index) => readFilters(part, type.ofType, `${path}.${index}`))
      .filter((part) => part !== undefined);
  if (!isObject(filters)) return undefined;
  if (isInputObjectType(type) && type.extensions.isScalarFilter === true) return readScalarFilter(filters, path);
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      const inner = fieldType(type, name);
      const at = path === '' ? name : `${path}.${name}`;
      if (inner === undefined) return [];
      if (value === null)
        return isInputObjectType(inner) && inner.extensions.isScalarFilter === true ? [[name, { $null: true }]] : [];
      const read = readFilters(value, inner, at);
      return [[name === 'and' || name === 'or' || name === 'not' ? `$${name}` : name, read]];
    }),
  );
};

/** @returns `filters` and `sort` of REST, those that the arguments have @throws ApiError 400 as `readFilters` */
export const choiceOf = (
  { args: declared }: GraphQLField<unknown, unknown>,
  { filters, sort }: Values,
): { readonly filters?: unknown; readonly sort?: string } => {
  const type = declared.find(({ name }) => name === 'filters')?.type;
  const keys = Array.isArray(sort) ? sort.filter((key) => key !== null && key !== '') : [];
  return {
    ...(type === undefined || !isObject(filters) ? {} : { filters: readFilters(filters, type) }),
    ...(keys.length === 0 ? {} : { sort: keys.join(',') }),
  };
};

/** Of a page without a limit, and of the largest. */
export type Limits = Readonly<Record<'defaultLimit' | 'maxLimit', number>>;

/** Which part of a list is read; without `limit`, all from `start` on. */
export type Slice = Readonly<Partial<Record<'start' | 'limit', number>>>;

/** @param defaultLimit undefined: all, or 10 of a page @throws ApiError 400 for a page and an offset at once */
export const readSlice = (pagination: unknown, { defaultLimit, maxLimit = Infinity }: Partial<Limits> = {}): Slice => {
  const { page, pageSize, start, limit } = isObject(pagination) ? (pagination as Record<string, number | null>) : {}; // an input of Ints
  const isPage = isNumber(page) || isNumber(pageSize);
  if (isPage && (isNumber(start) || isNumber(limit)))
    throw new ApiError(400, 'PaginationError', 'Cannot use both page & offset pagination in the same query');
  const size = isPage ? (pageSize ?? defaultLimit ?? 10) : (limit ?? defaultLimit ?? Infinity);
  // As in Strapi, the limit -1 is none, and another one is at least 1.
  const most = Math.min(size === -1 && !isPage ? Infinity : Math.max(size, 1), maxLimit);
  const first = isPage ? (Math.max(page ?? 1, 1) - 1) * most : Math.max(start ?? 0, 0);
  return { ...(first > 0 ? { start: first } : {}), ...(most === Infinity ? {} : { limit: most }) };
};

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number';
