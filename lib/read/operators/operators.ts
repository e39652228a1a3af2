// Declares the comparison operators of filters, one row each: name, operands, MongoDB condition and in-memory test.
import type { Document } from 'mongodb';
import { compareValues, equalValues } from './compareValues.ts';
import { textPattern } from './textPattern.ts';

export type Operand = string | number | bigint | boolean | Date | null | object;

export interface OperatorSpec {
  /** The name in filters. */
  readonly name: string;
  /** The name of the opposite operator in filters. As in SQL, a null value passes neither. */
  readonly opposite?: string;
  /** The operands. `flag`: true or false instead of a value to compare with. */
  readonly takes: 'one' | 'list' | 'pair' | 'flag';
  /** Whether it compares texts: its operand is a text, whatever the attribute's type is. */
  readonly comparesText: boolean;
  readonly ignoresCase: boolean;
  /** The operator to use instead for values without letter case. */
  readonly withoutCase?: 'eq';
  /** Whether no index range can serve it, so that MongoDB reads every value. */
  readonly scans: boolean;
  /** The MongoDB condition on one field. It never matches null, because MongoDB only compares values of the same type. */
  readonly condition: (operands: readonly Operand[]) => Document;
  /** The same test for a value in memory that is not null. */
  readonly matches: (value: unknown, operands: readonly Operand[]) => boolean;
}

const onValue = (
  row: Pick<OperatorSpec, 'name' | 'condition' | 'matches'> & Partial<Pick<OperatorSpec, 'opposite' | 'takes'>>,
): OperatorSpec => ({ takes: 'one', comparesText: false, ignoresCase: false, scans: false, ...row });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @param at where the text must contain the operand */
const onText = (
  at: 'whole' | 'start' | 'end' | 'anywhere',
  row: Pick<OperatorSpec, 'name'> & Partial<Pick<OperatorSpec, 'opposite' | 'ignoresCase' | 'withoutCase'>>,
): OperatorSpec => {
  const { ignoresCase = false } = row;
  const before = at === 'whole' || at === 'start' ? '^' : '';
  const after = at === 'whole' || at === 'end' ? '\\z' : '';
  const fold = (value: unknown): string => (ignoresCase ? textOf(value).toLowerCase() : textOf(value));
  const compare = {
    whole: (text: string, part: string) => text === part,
    start: (text: string, part: string) => text.startsWith(part),
    end: (text: string, part: string) => text.endsWith(part),
    anywhere: (text: string, part: string) => text.includes(part),
  }[at];
  return {
    ...row,
    ...{ takes: 'one', comparesText: true, ignoresCase, scans: at !== 'start' || ignoresCase },
    condition: ([operand]) => textPattern(before, textOf(operand), after, ignoresCase),
    matches: (value, [operand]) => compare(fold(value), fold(operand)),
  };
};

const rows = {
  eq: onValue({
    ...{ name: '$eq', opposite: '$ne' },
    condition: ([$eq]) => ({ $eq }),
    matches: (value, [operand]) => equalValues(value, operand),
  }),
  eqi: onText('whole', { name: '$eqi', opposite: '$nei', ignoresCase: true, withoutCase: 'eq' }),
  lt: onValue({
    name: '$lt',
    condition: ([$lt]) => ({ $lt }),
    matches: (value, [operand]) => compareValues(value, operand) < 0,
  }),
  lte: onValue({
    name: '$lte',
    condition: ([$lte]) => ({ $lte }),
    matches: (value, [operand]) => compareValues(value, operand) <= 0,
  }),
  gt: onValue({
    name: '$gt',
    condition: ([$gt]) => ({ $gt }),
    matches: (value, [operand]) => compareValues(value, operand) > 0,
  }),
  gte: onValue({
    name: '$gte',
    condition: ([$gte]) => ({ $gte }),
    matches: (value, [operand]) => compareValues(value, operand) >= 0,
  }),
  in: onValue({
    ...{ name: '$in', opposite: '$notIn', takes: 'list' },
    condition: ($in) => ({ $in }),
    matches: (value, operands) => operands.some((operand) => equalValues(value, operand)),
  }),
  contains: onText('anywhere', { name: '$contains', opposite: '$notContains' }),
  containsi: onText('anywhere', { name: '$containsi', opposite: '$notContainsi', ignoresCase: true }),
  startsWith: onText('start', { name: '$startsWith' }),
  startsWithi: onText('start', { name: '$startsWithi', ignoresCase: true }),
  endsWith: onText('end', { name: '$endsWith' }),
  endsWithi: onText('end', { name: '$endsWithi', ignoresCase: true }),
  between: onValue({
    ...{ name: '$between', takes: 'pair' },
    condition: ([$gte, $lte]) => ({ $gte, $lte }),
    matches: (value, [least, greatest]) => compareValues(value, least) >= 0 && compareValues(value, greatest) <= 0,
  }),
  null: onValue({
    ...{ name: '$null', opposite: '$notNull', takes: 'flag' },
    condition: () => ({ $eq: null }),
    matches: () => false,
  }),
};

export type Operator = keyof typeof rows;

export const operatorSpecs: Readonly<Record<Operator, OperatorSpec>> = rows;

/** An operator or its opposite. */
export interface NamedOperator {
  readonly operator: Operator;
  readonly negated: boolean;
}

/** The operators by their name in filters: `$ne` is `eq`, negated. */
export const operators: ReadonlyMap<string, NamedOperator> = new Map(
  (Object.entries(rows) as [Operator, OperatorSpec][]).flatMap(([operator, { name, opposite }]) => {
    const own: readonly [string, NamedOperator] = [name, { operator, negated: false }];
    return opposite === undefined ? [own] : [own, [opposite, { operator, negated: true }]];
  }),
);
