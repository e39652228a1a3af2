// filters[…]: the tree of conditions, checked against the schema, values cast, negations pushed down to comparisons.
import { invalid, invalidKey } from '../errors.ts';
import { componentOf, typeOf, type ScalarAttribute } from '../schema/index.ts';
import { cast } from './cast.ts';
import { attributeOf, type Holder, type Scope } from './scope.ts';
import { below, booleanOf, isBranch, isList, listOf, type Tree } from './tree.ts';
import type { Comparison, Filter, Operator } from './types.ts';

interface OperatorWord {
  readonly operator: Operator;
  readonly negated: boolean;
}

const word = (operator: Operator, negated = false): OperatorWord => ({ operator, negated });

/** Strapi's operators. `$notNull` and `$null` are each other's negation, like `$ne` and `$eq`. */
export const operators: ReadonlyMap<string, OperatorWord> = new Map([
  ['$eq', word('eq')],
  ['$ne', word('eq', true)],
  ['$eqi', word('eqi')],
  ['$nei', word('eqi', true)],
  ['$lt', word('lt')],
  ['$lte', word('lte')],
  ['$gt', word('gt')],
  ['$gte', word('gte')],
  ['$in', word('in')],
  ['$notIn', word('in', true)],
  ['$contains', word('contains')],
  ['$notContains', word('contains', true)],
  ['$containsi', word('containsi')],
  ['$notContainsi', word('containsi', true)],
  ['$startsWith', word('startsWith')],
  ['$startsWithi', word('startsWithi')],
  ['$endsWith', word('endsWith')],
  ['$endsWithi', word('endsWithi')],
  ['$between', word('between')],
  ['$null', word('null')],
  ['$notNull', word('null', true)],
]);

const onText: ReadonlySet<Operator> = new Set([
  'eqi',
  'contains',
  'containsi',
  'startsWith',
  'startsWithi',
  'endsWith',
  'endsWithi',
]);

const all = (of: readonly Filter[]): Filter => (of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'and', of });
const any = (of: readonly Filter[]): Filter => (of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'or', of });

/** Reads one parameter; `param` names it in errors (`filters`, or `populate` where a populated relation is filtered). */
class FilterReader {
  private readonly scope: Scope;
  private readonly param: string;

  constructor(scope: Scope, param: string) {
    this.scope = scope;
    this.param = param;
  }

  /** A group of conditions that all must hold (negated: some must fail). */
  group(tree: Tree, holder: Holder, path: string, negated: boolean): Filter {
    const parts = isList(tree)
      ? tree.map((part, index) => this.group(part, holder, below(path, String(index)), negated))
      : isBranch(tree)
        ? Object.entries(tree).map(([key, value]) => this.entry(key, value, holder, path, negated))
        : this.refuse(path);
    return negated ? any(parts) : all(parts);
  }

  private entry(key: string, value: Tree, holder: Holder, path: string, negated: boolean): Filter {
    const at = below(path, key);
    if (key === '$and' || key === '$or') {
      const parts = listOf(value).map((part, index) => this.group(part, holder, below(at, String(index)), negated));
      return (key === '$and') !== negated ? all(parts) : any(parts);
    }
    if (key === '$not') return this.group(value, holder, at, !negated);

    const attribute = attributeOf(this.scope, holder, key);
    switch (attribute?.kind) {
      case 'scalar':
        return this.scalar(attribute, value, at, negated);
      case 'component': {
        const component = componentOf(this.scope.schema, attribute.component);
        return { kind: 'embedded', attribute, component, where: this.group(value, component, at, negated) };
      }
      case 'relation': {
        const target = typeOf(this.scope.schema, attribute.target);
        return { kind: 'related', attribute, target, where: this.related(value, target, at, negated) };
      }
      case 'morph':
      case 'dynamiczone':
      case undefined:
        throw invalidKey(key, path, 'query', this.param);
    }
  }

  /** A relation is filtered by what its target has; operators straight at it are asked of the target's id. */
  private related(value: Tree, target: Holder, path: string, negated: boolean): Filter {
    const straight = !isBranch(value) || Object.keys(value).every((key) => operators.has(key));
    return this.group(straight ? { id: value } : value, target, path, negated);
  }

  private scalar(attribute: ScalarAttribute, value: Tree, path: string, negated: boolean): Filter {
    if (isList(value)) return this.compare(attribute, word('in', negated), value, path);
    if (!isBranch(value)) return this.compare(attribute, word('eq', negated), value, path);
    const parts = Object.entries(value).map(([key, operand]): Filter => {
      const at = below(path, key);
      if (key === '$not') return this.scalar(attribute, operand, at, !negated);
      if (key === '$and' || key === '$or') {
        const of = listOf(operand).map((part) => this.scalar(attribute, part, at, negated));
        return (key === '$and') !== negated ? all(of) : any(of);
      }
      const known = operators.get(key);
      if (known === undefined) throw invalidKey(key, path, 'query', this.param);
      return this.compare(attribute, word(known.operator, known.negated !== negated), operand, at);
    });
    return negated ? any(parts) : all(parts);
  }

  private compare(
    attribute: ScalarAttribute,
    { operator, negated }: OperatorWord,
    value: Tree,
    path: string,
  ): Comparison {
    const comparison = (operands: Comparison['operands'], not = negated): Comparison => ({
      kind: 'compare',
      attribute,
      operator,
      negated: not,
      operands,
    });
    if (onText.has(operator) && attribute.value !== 'text')
      throw invalid(`The operator at ${this.param}.${path} works on text, and ${attribute.name} is ${attribute.type}`, {
        path,
      });
    const texts = (operator === 'in' || operator === 'between' ? listOf(value) : [value]).map((text) =>
      typeof text === 'string' || text === null ? text : this.refuse(path),
    );
    if (operator === 'null') {
      const wanted = booleanOf(texts[0]);
      if (wanted === undefined)
        throw invalid(`Invalid value at ${this.param}.${path}, expected true or false`, { path });
      return comparison([], wanted === negated);
    }
    if (operator === 'between' && texts.length !== 2)
      throw invalid(`Invalid value at ${this.param}.${path}, expected a list of two values`, { path });
    return comparison(texts.map((text) => (text === null ? null : cast(attribute, text, path))));
  }

  private refuse(path: string): never {
    throw invalid(
      path === ''
        ? `The ${this.param} parameter must be an object or an array`
        : `Invalid value at ${this.param}.${path}`,
      path === '' ? {} : { path },
    );
  }
}

/**
 * @param tree the parameter as it came; undefined when it was not given
 * @param holder the type, or component, whose attributes it names
 * @param param the query parameter it belongs to, for errors
 * @returns the conditions; undefined when there are none
 * @throws ApiError 400 for a key that is unknown to this caller, or a value its attribute cannot have
 */
export const readFilters = (
  tree: Tree | undefined,
  holder: Holder,
  scope: Scope,
  param = 'filters',
): Filter | undefined => {
  if (tree === undefined) return undefined;
  const filter = new FilterReader(scope, param).group(tree, holder, '', false);
  return filter.kind === 'and' && filter.of.length === 0 ? undefined : filter;
};
