// Reads one comparison: checks the operator against the attribute and casts the operands.
import { invalid } from '../../errors.ts';
import type { ScalarAttribute } from '../../schema/index.ts';
import { cast } from './cast.ts';
import { operatorSpecs, type NamedOperator, type Operator } from '../operators/index.ts';
import { joinPath, booleanOf, isList, listOf, type ErrorLocation, type Tree } from './tree.ts';
import type { Filter } from './types.ts';

/**
 * Whether a text operator can be used on the attribute. Dates and times are stored as text: as in Strapi, operators
 * that ignore case work on them.
 */
const hasText = ({ value }: ScalarAttribute, { ignoresCase }: { readonly ignoresCase: boolean }): boolean =>
  value === 'text' || ((value === 'date' || value === 'time') && ignoresCase);

/** The operator itself, or its case-sensitive form for values that have no letter case. */
const operatorFor = ({ value }: ScalarAttribute, operator: Operator): Operator =>
  value === 'text' || value === 'json' || value === 'blocks'
    ? operator
    : (operatorSpecs[operator].withoutCase ?? operator);

/** Combines filters; a group of one filter is that filter. */
export const group = (kind: 'and' | 'or', of: readonly Filter[]): Filter =>
  of.length === 1 && of[0] !== undefined ? of[0] : { kind, of };

/** @throws ApiError 400 always: the value at this location is invalid */
export const throwInvalidValue = ({ param, path }: ErrorLocation): never => {
  throw invalid(
    path === '' ? `The ${param} parameter must be an object or an array` : `Invalid value at ${param}.${path}`,
    path === '' ? {} : { path },
  );
};

/** @throws ApiError 400 when the operand is neither true nor false */
export const readFlag = (tree: Tree | undefined, { param, path }: ErrorLocation): boolean => {
  const value = booleanOf(tree);
  if (value === undefined) throw invalid(`Invalid value at ${param}.${path}, expected true or false`, { path });
  return value;
};

/**
 * @param value the operand; as in Strapi, a list given to a single-operand operator matches any of its items
 * @param inverted whether the comparison is inside an odd number of `$not`s
 * @throws ApiError 400 when the operator cannot be used on the attribute, or when it cannot hold the operand
 */
export const readComparison = (
  attribute: ScalarAttribute,
  { operator, negated }: NamedOperator,
  value: Tree,
  inverted: boolean,
  location: ErrorLocation,
): Filter => {
  const compare = (operand: Tree, path: string): Filter =>
    compareOne(attribute, { operator: operatorFor(attribute, operator), negated: negated !== inverted }, operand, {
      ...location,
      path,
    });
  return isList(value) && !takesList(operator)
    ? group(
        inverted ? 'and' : 'or',
        value.map((part, index) => compare(part, joinPath(location.path, String(index)))),
      )
    : compare(value, location.path);
};

const takesList = (operator: Operator): boolean => ['list', 'pair'].includes(operatorSpecs[operator].takes);

const compareOne = (
  attribute: ScalarAttribute,
  { operator, negated }: NamedOperator,
  value: Tree,
  location: ErrorLocation,
): Filter => {
  const { param, path } = location;
  const spec = operatorSpecs[operator];
  if (spec.comparesText && !hasText(attribute, spec))
    throw invalid(`The operator at ${param}.${path} works on text, and ${attribute.name} is ${attribute.type}`, {
      path,
    });
  const texts = (takesList(operator) ? listOf(value) : [value]).map((text) =>
    typeof text === 'string' || text === null ? text : throwInvalidValue(location),
  );
  if (spec.takes === 'flag')
    return { kind: 'compare', attribute, operator, negated: readFlag(texts[0], location) === negated, operands: [] };
  if (spec.takes === 'pair' && texts.length !== 2)
    throw invalid(`Invalid value at ${param}.${path}, expected a list of two values`, { path });
  const kind = spec.comparesText ? 'text' : attribute.value;
  const operands = texts.map((text) => (text === null ? null : cast(kind, text, path, param)));
  if (operator === 'eq' || !operands.includes(null)) return { kind: 'compare', attribute, operator, negated, operands };
  // As in SQL: no value compares with null, and `$notIn` a list that contains null matches nothing.
  return operator === 'in' && !negated
    ? { kind: 'compare', attribute, operator, negated, operands: operands.filter((operand) => operand !== null) }
    : matchNothing;
};

const matchNothing: Filter = { kind: 'or', of: [] };
