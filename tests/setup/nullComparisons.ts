// Finds comparisons with null in commands to MongoDB whose result depends on its version: those on a path that leads through a list.
import type { Document } from 'mongodb';
import type { Attribute, Schema } from '../../lib/schema/index.ts';
import { listOf } from './commands.ts';

/** A match expression of a command, and the documents that it selects. */
export interface UsedMatch {
  readonly collection: string;
  readonly match: Document;
}

/** A `$lookup` by equal fields. */
interface Join {
  readonly localField: string;
  readonly foreignField: string;
}

interface Parts {
  readonly matches: readonly UsedMatch[];
  readonly joins: readonly Join[];
}

const partsOfPipeline = (collection: string, stages: readonly Document[]): readonly Parts[] =>
  stages.flatMap(({ $match, $lookup, $unionWith, $facet }): readonly Parts[] => {
    const lookup = $lookup as Document | undefined;
    return [
      {
        matches: $match === undefined ? [] : [{ collection, match: $match as Document }],
        joins: lookup?.localField === undefined ? [] : [lookup as unknown as Join],
      },
      ...partsOfPipeline(String(lookup?.from), (lookup?.pipeline ?? []) as readonly Document[]),
      ...partsOfPipeline(String($unionWith?.coll), ($unionWith?.pipeline ?? []) as readonly Document[]),
      ...Object.values(($facet ?? {}) as Readonly<Record<string, readonly Document[]>>).flatMap((branch) =>
        partsOfPipeline(collection, branch),
      ),
    ];
  });

/** @returns the match expressions and joins of a command, of its updates also those that select elements of lists */
export const partsOf = (command: Document): Parts => {
  const collection = String(Object.values(command)[0]);
  const { filter, query, pipeline, updates, deletes, update, arrayFilters, indexes } = command;
  const written = [...listOf(updates), ...(update === undefined ? [] : [{ u: update as unknown, arrayFilters }])];
  const pulled = written.flatMap(({ u }) => {
    const conditions = Object.entries((u as Document | undefined)?.$pull ?? {});
    return conditions.map(([path, $elemMatch]) => ({ [path]: { $elemMatch } }));
  });
  const matches = [
    ...[filter, query],
    ...[...listOf(updates), ...listOf(deletes)].map(({ q }) => q as unknown),
    ...written.flatMap((one) => (one.arrayFilters ?? []) as readonly unknown[]),
    ...listOf(indexes).map(({ partialFilterExpression }) => partialFilterExpression as unknown),
    ...pulled,
  ].flatMap((match) => (match === undefined ? [] : [{ collection, match: match as Document }]));
  const ofPipeline = partsOfPipeline(collection, listOf(pipeline));
  return {
    matches: [...matches, ...ofPipeline.flatMap((part) => part.matches)],
    joins: ofPipeline.flatMap((part) => part.joins),
  };
};

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isOperators = (value: unknown): value is Document =>
  isObject(value) && Object.keys(value).some((key) => key.startsWith('$'));

/** The driver sends undefined as null. */
const isNull = (value: unknown): boolean => value === null || value === undefined;

const compareNull = (operators: Document): boolean =>
  Object.entries(operators).some(([operator, operand]: readonly [string, unknown]) => {
    if (operator === '$not') return isOperators(operand) && compareNull(operand);
    return ['$in', '$nin', '$all'].includes(operator)
      ? Array.isArray(operand) && operand.some(isNull)
      : ['$eq', '$ne', '$gte', '$lte'].includes(operator) && isNull(operand);
  });

/** The conditions on the elements of lists. */
const elementConditions = (operators: Document): readonly Document[] =>
  Object.entries(operators).flatMap(([operator, operand]: readonly [string, unknown]) => {
    if (!isObject(operand)) return [];
    return operator === '$not' ? elementConditions(operand) : operator === '$elemMatch' ? [operand] : [];
  });

/** @returns the paths that a match expression compares with null; `[]` stands for the elements of a list that `$elemMatch` tests */
export const nullPathsOf = (match: Document, prefix = ''): readonly string[] =>
  Object.entries(match).flatMap(([key, value]: readonly [string, unknown]): readonly string[] => {
    if (['$and', '$or', '$nor'].includes(key)) return listOf(value).flatMap((part) => nullPathsOf(part, prefix));
    if (key.startsWith('$')) return [];
    const path = prefix + key;
    if (isNull(value)) return [path];
    if (!isOperators(value)) return [];
    const inElements = elementConditions(value).flatMap((condition) => nullPathsOf(condition, `${path}[].`));
    return compareNull(value) ? [path, ...inElements] : inElements;
  });

/** Whether a path of attributes passes a list, other than by `[]`. */
const passesList = (
  attributes: ReadonlyMap<string, Attribute> | undefined,
  path: readonly string[],
  schema: Schema,
): boolean => {
  const [first = '', ...rest] = path;
  if (rest.length === 0) return false;
  const attribute = attributes?.get(first.replace('[]', ''));
  const isInElement = first.endsWith('[]');
  const passes = (uid: string): boolean => passesList(schema.components.get(uid)?.attributes, rest, schema);
  switch (attribute?.kind) {
    case 'component':
      return attribute.repeatable !== isInElement || passes(attribute.component);
    case 'dynamiczone': {
      const having = attribute.components.filter((uid) =>
        schema.components.get(uid)?.attributes.has(rest[0]?.replace('[]', '') ?? ''),
      );
      return !isInElement || having.length === 0 || having.some(passes);
    }
    case 'relation':
    case 'morph':
      return attribute.many !== isInElement;
    case 'scalar': // JSON can be a list.
    case undefined:
      return true;
  }
};

/** Versions, and an `_id` with fields: MongoDB refuses a list as `_id`. */
const objectFields: ReadonlySet<string> = new Set(['draft', 'published', '_id']);

/** @returns whether a path of stored documents can lead through a list */
export const leadsThroughList = (collection: string, path: string, schema: Schema | undefined): boolean => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return false;
  if (!objectFields.has(first)) return true;
  if (rest.length === 1) return false;
  const type = [...(schema?.types.values() ?? [])].find(({ collectionName }) => collectionName === collection);
  return schema === undefined || passesList(type?.attributes, rest, schema);
};

/** Every document has these fields, so no side of a join is null. `to` is a list of documentIds that a stage before it collects. */
const presentFields: ReadonlySet<string> = new Set(['documentId', '_id', 'to']);

/** The comment of commands of which a test knows that their result depends on the version. */
export const dependsOnVersion = 'depends on the version';

/** @returns the comparisons and joins of a command that may mean something else in another version of MongoDB, as text */
export const nullsInLists = (command: Document, schema: Schema | undefined): readonly string[] => {
  const { matches, joins } = command.comment === dependsOnVersion ? { matches: [], joins: [] } : partsOf(command);
  return [
    ...matches.flatMap(({ collection, match }) =>
      nullPathsOf(match)
        .filter((path) => leadsThroughList(collection, path, schema))
        .map((path) => `${collection}: ${path} is compared with null`),
    ),
    ...joins
      .filter(({ localField, foreignField }) => !presentFields.has(localField) && !presentFields.has(foreignField))
      .map(({ localField, foreignField }) => `${localField} is joined with ${foreignField}, and both may be null`),
  ];
};
