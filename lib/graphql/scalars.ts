// The scalars of the schema. Answers have their values already as JSON, so only what a request sends is read here.
import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  valueFromASTUntyped,
  type ValueNode,
} from 'graphql';
import { parseDate, parseDatetime, parseTime, type ValueKind } from '../schema/index.ts';

/** A literal as the JSON that a variable would have. */
export const jsonOf = (node: ValueNode, variables?: Record<string, unknown> | null): unknown =>
  valueFromASTUntyped(node, variables);

/** @param check returns the value that REST gets, or undefined for one that the scalar cannot have */
const textScalar = (name: string, description: string, check: (text: string) => unknown): GraphQLScalarType => {
  const read = (value: unknown): unknown => {
    const found = typeof value === 'string' ? check(value) : undefined;
    if (found === undefined) throw new GraphQLError(`${name} cannot represent the value ${JSON.stringify(value)}`);
    return found;
  };
  return new GraphQLScalarType({
    ...{ name, description },
    parseValue: read,
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : jsonOf(node)),
  });
};

const textIf = (isValid: (text: string) => boolean) => (text: string) => (isValid(text) ? text : undefined);

export const JsonScalar = new GraphQLScalarType({
  ...{ name: 'JSON', description: 'Any JSON value.', parseValue: (value: unknown) => value, parseLiteral: jsonOf },
});

const DateScalar = textScalar(
  'Date',
  'A date, such as 2007-12-03.',
  textIf((text) => text.length === 10 && parseDate(text) !== undefined),
);

const DateTimeScalar = textScalar(
  'DateTime',
  'A date and time with an offset, such as 2007-12-03T10:15:30Z.',
  textIf((text) => /\d(Z|[+-]\d\d:?\d\d)$/i.test(text) && text.length > 11 && parseDatetime(text) !== undefined),
);

const TimeScalar = textScalar('Time', 'A time, such as 10:15:30.000.', parseTime);

const readLong = (value: unknown): string => {
  if (!/^-?\d{1,19}$/.test(String(value)))
    throw new GraphQLError(`Long cannot represent the value ${JSON.stringify(value)}`);
  return String(value);
};

const LongScalar = new GraphQLScalarType({
  name: 'Long',
  description: 'A whole number: as a text where JavaScript cannot hold it.',
  parseValue: readLong,
  parseLiteral: (node) => readLong(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : jsonOf(node)),
});

/** The scalar of each kind of value. */
export const scalarOf: Readonly<Record<ValueKind, GraphQLScalarType>> = {
  text: GraphQLString,
  integer: GraphQLInt,
  biginteger: LongScalar,
  number: GraphQLFloat,
  boolean: GraphQLBoolean,
  date: DateScalar,
  time: TimeScalar,
  datetime: DateTimeScalar,
  json: JsonScalar,
  blocks: JsonScalar,
};

/** In the order of Strapi's plugin. */
export const filteredScalars: readonly GraphQLScalarType[] = [GraphQLID, ...new Set(Object.values(scalarOf))];

export const LocaleScalar = textScalar('I18NLocaleCode', 'A string used to identify an i18n locale', (text) => text);

/** A whole number of an answer, which has it as a text: as a number, where JavaScript can hold it. */
export const toLong = (value: unknown): unknown => {
  const number = Number(value);
  return value === null || value === undefined || !Number.isSafeInteger(number) ? value : number;
};
