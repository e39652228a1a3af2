// Declares the comparison operators of filters: their names and operands. The editor offers its filters from this table too.

export interface OperatorDeclaration {
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
}

type Row = Pick<OperatorDeclaration, 'name'> & Partial<OperatorDeclaration>;

const onValue = (row: Row): OperatorDeclaration => ({ takes: 'one', comparesText: false, ignoresCase: false, ...row });

const onText = (row: Row): OperatorDeclaration => ({ ...onValue(row), comparesText: true });

const rows = {
  eq: onValue({ name: '$eq', opposite: '$ne' }),
  eqi: onText({ name: '$eqi', opposite: '$nei', ignoresCase: true, withoutCase: 'eq' }),
  lt: onValue({ name: '$lt' }),
  lte: onValue({ name: '$lte' }),
  gt: onValue({ name: '$gt' }),
  gte: onValue({ name: '$gte' }),
  in: onValue({ name: '$in', opposite: '$notIn', takes: 'list' }),
  contains: onText({ name: '$contains', opposite: '$notContains' }),
  containsi: onText({ name: '$containsi', opposite: '$notContainsi', ignoresCase: true }),
  startsWith: onText({ name: '$startsWith' }),
  startsWithi: onText({ name: '$startsWithi', ignoresCase: true }),
  endsWith: onText({ name: '$endsWith' }),
  endsWithi: onText({ name: '$endsWithi', ignoresCase: true }),
  between: onValue({ name: '$between', takes: 'pair' }),
  null: onValue({ name: '$null', opposite: '$notNull', takes: 'flag' }),
};

export type Operator = keyof typeof rows;

export const operatorDeclarations: Readonly<Record<Operator, OperatorDeclaration>> = rows;

/** An operator or its opposite. */
export interface NamedOperator {
  readonly operator: Operator;
  readonly negated: boolean;
}

/** The operators by their name in filters: `$ne` is `eq`, negated. */
export const operators: ReadonlyMap<string, NamedOperator> = new Map(
  (Object.entries(rows) as [Operator, OperatorDeclaration][]).flatMap(([operator, { name, opposite }]) => {
    const own: readonly [string, NamedOperator] = [name, { operator, negated: false }];
    return opposite === undefined ? [own] : [own, [opposite, { operator, negated: true }]];
  }),
);
