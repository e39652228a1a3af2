// Compiles comparisons and publication filters to conditions on one document, and says whether a filter matches a
// missing one.
import { operatorSpecs, textPattern } from '../operators/index.ts';
import { type Comparison, childrenOf, type Filter, type Publication } from '../query/index.ts';
import type { ScalarAttribute, Status } from '../../schema/index.ts';
import { matchNothing, pathOf } from './paths.ts';
import type { Document } from './types.ts';
import type { DraftStatus } from '../../platform/db/index.ts';

/** Whether a comparison is with null: only null or absent values pass it. */
export const comparesNull = ({ operator, operands }: Comparison): boolean =>
  operator === 'null' || (operator === 'eq' && operands[0] === null);

const valueCondition = (comparison: Comparison, path: string): Document => {
  const { attribute, operator, operands, negated } = comparison;
  if (attribute.value === 'json' || attribute.value === 'blocks') return jsonCondition(comparison, path);
  if (comparesNull(comparison)) return { [path]: negated ? { $ne: null } : { $eq: null } };
  const condition = operatorSpecs[operator].condition(operands);
  return { [path]: negated ? { $not: condition, $ne: null } : condition };
};

export const comparisonCondition = (comparison: Comparison, prefix: string): Document => {
  const { name, isPersonName } = comparison.attribute;
  const path = pathOf(prefix, name);
  const condition = valueCondition(comparison, path);
  // A filter must not find out what is not known of the name of a person.
  return isPersonName === true ? { $and: [condition, { [path]: { $not: { $regex: '@' } } }] } : condition;
};

/**
 * The condition on a JSON value, or on the values at a path inside it. A path through a list leads to several values:
 * one of them must pass; a negated comparison needs a value there, and none may pass.
 * `lib/read/execute/subset.ts` implements the same rules for values in memory.
 */
export const jsonCondition = (comparison: Comparison, path: string): Document => {
  const { attribute, operator, operands, negated } = comparison;
  // Whether a path through a list of numbers equals null depends on the version of MongoDB.
  const exists = { [path]: { $type: ['object', 'array', 'string', 'number', 'bool'] } };
  if (comparesNull(comparison)) return negated ? exists : { $nor: [exists] };
  // A text operator also tests the texts inside a list; every other operator compares whole values.
  const some =
    attribute.value === 'text'
      ? { [path]: operatorSpecs[operator].condition(operands) }
      : wholeValueCondition(comparison, path);
  return negated ? { $and: [exists, { $nor: [some] }] } : some;
};

/**
 * MongoDB also tests the elements of a list, but a JSON value is compared as a whole: the `$not` excludes matches by an
 * element.
 */
const wholeValueCondition = ({ operator, operands }: Comparison, path: string): Document => {
  const wanted =
    operator === 'in' ? operands.map((operand) => ({ $eq: operand })) : [operatorSpecs[operator].condition(operands)];
  const any = wanted.map((condition) => ({ [path]: { ...condition, $not: { $elemMatch: condition } } }));
  return any.length === 0 ? matchNothing : { $or: any };
};

/** Matches texts that contain the text in any case, and numbers whose digits contain it. */
export const searchCondition = (text: string, attributes: readonly ScalarAttribute[], prefix: string): Document => {
  const condition = textPattern('', text, '', true);
  const ways = attributes.flatMap((attribute): readonly Document[] => {
    const path = pathOf(prefix, attribute.name);
    if (attribute.value === 'text') return [{ [path]: condition }];
    if (!/^[-+.\d]+$/.test(text)) return [];
    const input = { $toString: `$${path}` };
    return [{ $expr: { $regexMatch: { input, regex: { $literal: condition.$regex as string }, options: 'i' } } }];
  });
  return ways.length === 0 ? matchNothing : { $or: ways };
};

/**
 * @returns whether the filter passes for a relation without a target or for an absent component: every value is null,
 *   as for a row without a partner in an SQL outer join
 */
export const matchesMissing = (filter: Filter): boolean => {
  switch (filter.kind) {
    case 'compare':
      return comparesNull(filter) && !filter.negated;
    case 'inside':
      return matchesMissing(filter.comparison);
    case 'there':
      return filter.negated;
    case 'and':
      return childrenOf(filter).every(matchesMissing);
    case 'or':
    case 'related':
    case 'embedded':
      return childrenOf(filter).some(matchesMissing);
    case 'entry':
    case 'search':
    case 'publication':
    case 'own':
      return false;
  }
};

const versionExists = (version: Status): Document => ({ [`${version}.id`]: { $gte: 0 } });
const both = { $and: [versionExists('draft'), versionExists('published')] };
const draftIsNewer = { $expr: { $gt: ['$draft.updatedAt', '$published.updatedAt'] } };
const neverPublished = { 'published.id': { $exists: false } };

/**
 * The status has an index. Documents that are older than the field have none, and an earlier server does not change it:
 * the condition on the versions decides.
 */
const withStatus = (status: DraftStatus, condition: Document): Document => ({
  $and: [{ draftStatus: { $in: [status, null] } }, condition],
});

/** The condition on a stored document, by the value of `publicationFilter`, without `-document`. */
export const publicationConditions: Record<Exclude<Publication, `${string}-document`>, Document> = {
  'never-published': withStatus('draft', neverPublished),
  'has-published-version': versionExists('published'),
  modified: withStatus('modified', { $and: [both, draftIsNewer] }),
  unmodified: withStatus('published', { $and: [both, { $nor: [draftIsNewer] }] }),
  'published-without-draft': { $and: [versionExists('published'), { 'draft.id': { $exists: false } }] },
  'published-with-draft': both,
};
