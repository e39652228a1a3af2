// The words that compare: Strapi's operators, and what each may be asked of.
import type { ScalarAttribute } from '../../schema/index.ts';
import type { Operator } from './types.ts';

/** A comparison, or its opposite. `$notNull` and `$null` are each other's, like `$ne` and `$eq`. */
export interface Word {
  readonly operator: Operator;
  readonly negated: boolean;
}

export const word = (operator: Operator, negated = false): Word => ({ operator, negated });

export const operators: ReadonlyMap<string, Word> = new Map([
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

/** Whether the operator looks into a text, which its operand is then a part of. */
export const readsText = (operator: Operator): boolean => onText.has(operator);

/** Dates and times are stored as text; as in Strapi the operators that mind no case may be asked of them. */
export const hasText = ({ value }: ScalarAttribute, operator: Operator): boolean =>
  value === 'text' || ((value === 'date' || value === 'time') && operator.endsWith('i'));

/** What has no cases is compared by value. */
export const plain = ({ value }: ScalarAttribute, operator: Operator): Operator =>
  operator === 'eqi' && value !== 'text' && value !== 'json' && value !== 'blocks' ? 'eq' : operator;
