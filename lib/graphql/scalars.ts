// The scalars of the schema. Answers have their values already as JSON, so only what a request sends is read here.
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  valueFromASTUntyped,
  type GraphQLEnumType,
  visit,
  type EnumValueNode,
} from 'graphql';
import { parseDate, parseDatetime, parseTime, type ScalarAttribute, type ValueKind } from '../schema/index.ts';

const refuse = ({ value }: EnumValueNode): never => {
  throw new TypeError(`"${value}" has no quotes`);
};

/** As in JSON, texts are in quotes. */
const readLiteral: GraphQLScalarType['parseLiteral'] = (node, variables) =>
  valueFromASTUntyped(visit(node, { EnumValue: refuse }), variables);

/** @param read returns the value that REST gets, or undefined for one that the scalar cannot have */
const scalar = (name: string, description: string, read: (text: string) => unknown): GraphQLScalarType => {
  const parseValue = (value: unknown): unknown => {
    const found = typeof value === 'string' || name === 'Long' ? read(String(value)) : undefined;
    if (found === undefined) throw new TypeError(`${name} cannot represent ${JSON.stringify(value)}`);
    return found;
  };
  // A number that JavaScript cannot hold is a literal, too.
  const parseLiteral: GraphQLScalarType['parseLiteral'] = (node) =>
    parseValue(name === 'Long' && node.kind === Kind.INT ? node.value : readLiteral(node));
  return new GraphQLScalarType({ name, description, parseValue, parseLiteral });
};

const textIf = (isValid: (text: string) => boolean) => (text: string) => (isValid(text) ? text : undefined);

const isLong = (text: string): boolean => /^-?\d{1,19}$/.test(text);

const isDate = (text: string): boolean => text.length === 10 && parseDate(text) !== undefined;

const isDateTime = (text: string): boolean =>
  text.length > 11 && /\d(Z|[+-]\d\d:?\d\d)$/i.test(text) && parseDatetime(text) !== undefined;

const JsonScalar = new GraphQLScalarType({
  ...{ name: 'JSON', description: 'Any JSON value.', parseValue: (value: unknown) => value },
  // What a missing variable leaves is stored as nothing.
  parseLiteral: (node, variables) => JSON.parse(JSON.stringify(readLiteral(node, variables) ?? null)) as unknown,
});

/** The scalar of each kind of value. */
export const scalarOf: Readonly<Record<ValueKind, GraphQLScalarType>> = {
  ...{ text: GraphQLString, integer: GraphQLInt, number: GraphQLFloat, boolean: GraphQLBoolean },
  biginteger: scalar('Long', 'A whole number: a text where JavaScript cannot hold it.', textIf(isLong)),
  date: scalar('Date', 'A date, such as 2007-12-03.', textIf(isDate)),
  time: scalar('Time', 'A time, such as 10:15:30.000.', parseTime),
  datetime: scalar('DateTime', 'A time with its offset, such as 2007-12-03T10:15:30Z.', textIf(isDateTime)),
  ...{ json: JsonScalar, blocks: JsonScalar },
};

export const LocaleScalar = scalar('I18NLocaleCode', 'A string used to identify an i18n locale', (text) => text);

const each = 'eq eqi ne nei startsWith endsWith contains notContains containsi notContainsi gt gte lt lte'.split(' ');

/** The filter on an attribute by its scalar: its operators are those of REST, without `$`. */
export const scalarFilters: ReadonlyMap<GraphQLScalarType, GraphQLInputObjectType> = new Map(
  [GraphQLID, ...Object.values(scalarOf)].map((one) => {
    const list = { type: new GraphQLList(one) };
    const filter: GraphQLInputObjectType = new GraphQLInputObjectType({
      name: `${one.name}FilterInput`,
      extensions: { isScalarFilter: true },
      fields: () => ({
        ...{ and: list, or: list, not: { type: filter } },
        ...Object.fromEntries(each.map((name) => [name, { type: one }])),
        ...{ null: { type: GraphQLBoolean }, notNull: { type: GraphQLBoolean } },
        ...{ in: list, notIn: list, between: list },
      }),
    });
    return [one, filter];
  }),
);

/** @returns how a value of REST's answer, which is not null, becomes that of the scalar; undefined: it is the same */
export const convertOf = (
  { type, value: kind }: ScalarAttribute,
  values: GraphQLEnumType | undefined,
): ((value: unknown) => unknown) | undefined => {
  const keys = new Map(values?.getValues().map((one) => [one.value as unknown, one.name]));
  if ([...keys].some(([value, key]) => value !== key)) return (value) => keys.get(value) ?? null;
  // A whole number is a number where JavaScript can hold it.
  if (kind === 'biginteger') return (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);
  if (kind === 'time') return (value) => (typeof value === 'string' ? parseTime(value) : null);
  // REST has milliseconds since 1970.
  if (type === 'timestamp') return (value) => new Date(Number(value)).toISOString();
  return undefined;
};
