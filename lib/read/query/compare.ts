// One comparison: an operator checked against the attribute, its operands cast.
import { invalid } from '../../errors.ts';
import type { ScalarAttribute } from '../../schema/index.ts';
import { cast } from './cast.ts';
import { hasText, plain, readsText, type Word } from './operators.ts';
import { below, booleanOf, isList, listOf, type Site, type Tree } from './tree.ts';
import type { Filter } from './types.ts';

/** A group of one is that one. */
export const group = (kind: 'and' | 'or', of: readonly Filter[]): Filter =>
  of.length === 1 && of[0] !== undefined ? of[0] : { kind, of };

/** @throws ApiError 400 */
export const refuse = ({ param, path }: Site): never => {
  throw invalid(
    path === '' ? `The ${param} parameter must be an object or an array` : `Invalid value at ${param}.${path}`,
    path === '' ? {} : { path },
  );
};

/** @throws ApiError 400 when the operand is neither true nor false */
export const readFlag = (tree: Tree | undefined, { param, path }: Site): boolean => {
  const value = booleanOf(tree);
  if (value === undefined) throw invalid(`Invalid value at ${param}.${path}, expected true or false`, { path });
  return value;
};

/**
 * @param value the operand; a list where the operator takes one operand asks, as in Strapi, for any of them
 * @param inverted whether a `$not` stands around it
 * @throws ApiError 400 for an operator that the attribute has no use for, or an operand that is none of its values
 */
export const readComparison = (
  attribute: ScalarAttribute,
  { operator, negated }: Word,
  value: Tree,
  inverted: boolean,
  site: Site,
): Filter => {
  const compare = (operand: Tree, path: string): Filter =>
    one(attribute, { operator: plain(attribute, operator), negated: negated !== inverted }, operand, { ...site, path });
  return isList(value) && operator !== 'in' && operator !== 'between'
    ? group(
        inverted ? 'and' : 'or',
        value.map((part, index) => compare(part, below(site.path, String(index)))),
      )
    : compare(value, site.path);
};

const one = (attribute: ScalarAttribute, { operator, negated }: Word, value: Tree, site: Site): Filter => {
  const { param, path } = site;
  if (readsText(operator) && !hasText(attribute, operator))
    throw invalid(`The operator at ${param}.${path} works on text, and ${attribute.name} is ${attribute.type}`, {
      path,
    });
  const texts = (operator === 'in' || operator === 'between' ? listOf(value) : [value]).map((text) =>
    typeof text === 'string' || text === null ? text : refuse(site),
  );
  if (operator === 'null')
    return { kind: 'compare', attribute, operator, negated: readFlag(texts[0], site) === negated, operands: [] };
  if (operator === 'between' && texts.length !== 2)
    throw invalid(`Invalid value at ${param}.${path}, expected a list of two values`, { path });
  const kind = readsText(operator) ? 'text' : attribute.value;
  const operands = texts.map((text) => (text === null ? null : cast(kind, text, path, param)));
  if (operator === 'eq' || !operands.includes(null)) return { kind: 'compare', attribute, operator, negated, operands };
  // As in SQL nothing compares to null, nor is it known to be none of a list with null in it.
  return operator === 'in' && !negated
    ? { kind: 'compare', attribute, operator, negated, operands: operands.filter((operand) => operand !== null) }
    : nothing;
};

const nothing: Filter = { kind: 'or', of: [] };
