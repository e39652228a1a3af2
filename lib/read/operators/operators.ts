// What the comparison operators of filters do, one row each: MongoDB condition and in-memory test.
import type { Document } from 'mongodb';
import { compareValues, equalValues } from './compareValues.ts';
import { operatorDeclarations, type Operator, type OperatorDeclaration } from './declarations.ts';
import { textPattern } from './textPattern.ts';

export type Operand = string | number | bigint | boolean | Date | null | object;

interface Behavior {
  /** Whether no index range can serve it, so that MongoDB reads every value. */
  readonly scans: boolean;
  /** The MongoDB condition on one field. It never matches null, because MongoDB only compares values of the same type. */
  readonly condition: (operands: readonly Operand[]) => Document;
  /** The same test for a value in memory that is not null. */
  readonly matches: (value: unknown, operands: readonly Operand[]) => boolean;
}

export type OperatorSpec = OperatorDeclaration & Behavior;

const onValue = (row: Omit<Behavior, 'scans'>): Behavior => ({ scans: false, ...row });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @param at where the text must contain the operand */
const onText = (at: 'whole' | 'start' | 'end' | 'anywhere', ignoresCase = false): Behavior => {
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
    scans: at !== 'start' || ignoresCase,
    condition: ([operand]) => textPattern(before, textOf(operand), after, ignoresCase),
    matches: (value, [operand]) => compare(fold(value), fold(operand)),
  };
};

const behaviors: Readonly<Record<Operator, Behavior>> = {
  eq: onValue({
    condition: ([$eq]) => ({ $eq }),
    matches: (value, [operand]) => equalValues(value, operand),
  }),
  eqi: onText('whole', true),
  lt: onValue({
    condition: ([$lt]) => ({ $lt }),
    matches: (value, [operand]) => compareValues(value, operand) < 0,
  }),
  lte: onValue({
    condition: ([$lte]) => ({ $lte }),
    matches: (value, [operand]) => compareValues(value, operand) <= 0,
  }),
  gt: onValue({
    condition: ([$gt]) => ({ $gt }),
    matches: (value, [operand]) => compareValues(value, operand) > 0,
  }),
  gte: onValue({
    condition: ([$gte]) => ({ $gte }),
    matches: (value, [operand]) => compareValues(value, operand) >= 0,
  }),
  in: onValue({
    condition: ($in) => ({ $in }),
    matches: (value, operands) => operands.some((operand) => equalValues(value, operand)),
  }),
  contains: onText('anywhere'),
  containsi: onText('anywhere', true),
  startsWith: onText('start'),
  startsWithi: onText('start', true),
  endsWith: onText('end'),
  endsWithi: onText('end', true),
  between: onValue({
    condition: ([$gte, $lte]) => ({ $gte, $lte }),
    matches: (value, [least, greatest]) => compareValues(value, least) >= 0 && compareValues(value, greatest) <= 0,
  }),
  null: onValue({
    condition: () => ({ $eq: null }),
    matches: () => false,
  }),
};

// Object.fromEntries forgets which keys there are: those of the two tables.
export const operatorSpecs = Object.fromEntries(
  (Object.keys(operatorDeclarations) as Operator[]).map((operator) => [
    operator,
    { ...operatorDeclarations[operator], ...behaviors[operator] },
  ]),
) as Readonly<Record<Operator, OperatorSpec>>;
