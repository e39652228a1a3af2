// Describes the filters of types and components: a schema for each, which refers to those of its relations and components.
import { operatorDeclarations } from '../../read/operators/index.ts';
import type { Attribute, AttributeHolder, ScalarAttribute } from '../../schema/index.ts';
import { valueSchema } from './answerSchemas.ts';
import { populatableAttributes, storedScalars } from './attributes.ts';
import { arrayOf, booleanSchema, closedObject, schemaName, schemaRef, text, typeSchemaRef } from './schemaParts.ts';
import type { Context, SchemaObject } from './types.ts';

/** The forms of values to compare with, and the names of their schemas. */
const operands = {
  Text: text,
  Number: { type: 'number' },
  Boolean: booleanSchema,
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
} satisfies Readonly<Record<string, SchemaObject>>;

type Operand = keyof typeof operands;
type Declaration = (typeof operatorDeclarations)[keyof typeof operatorDeclarations];

const operandOf = ({ type, format }: SchemaObject): Operand => {
  const plain = Array.isArray(type) ? (type as readonly unknown[])[0] : type;
  if (plain === 'integer' || plain === 'number') return 'Number';
  if (plain === 'boolean') return 'Boolean';
  return format === 'date' ? 'Date' : format === 'date-time' ? 'DateTime' : 'Text';
};

const operatorSchema = (operand: SchemaObject, { takes, comparesText }: Declaration): SchemaObject => {
  const one = comparesText ? text : operand;
  return { one, list: arrayOf(one), pair: arrayOf(one), flag: booleanSchema }[takes];
};

const operatorsName = (operand: Operand): string => `${operand}Operators`;

const operatorsSchema = (operand: Operand): SchemaObject =>
  closedObject({
    ...Object.fromEntries(
      Object.values(operatorDeclarations).flatMap((declaration) => {
        const schema = operatorSchema(operands[operand], declaration);
        const { name, opposite } = declaration;
        return [name, ...(opposite === undefined ? [] : [opposite])].map((one) => [one, schema]);
      }),
    ),
    $not: schemaRef(operatorsName(operand)),
  });

/** A value alone is short for `$eq`, and a list for `$in`. */
const comparedTo = (value: SchemaObject, operand: Operand): SchemaObject => ({
  anyOf: [value, arrayOf(value), schemaRef(operatorsName(operand))],
});

const filterName = (operand: Operand): string => `${operand}Filter`;

/** The schemas of filters that are the same on every site, by name. */
export const sharedFilterSchemas = (): Readonly<Record<string, SchemaObject>> =>
  Object.fromEntries(
    (Object.keys(operands) as Operand[]).flatMap((operand) => [
      [operatorsName(operand), operatorsSchema(operand)],
      [filterName(operand), comparedTo(operands[operand], operand)],
    ]),
  );

const scalarFilter = (attribute: ScalarAttribute): SchemaObject => {
  if (attribute.type === 'json') return { description: 'the value, or the filter of a path in it' };
  const schema = valueSchema(attribute);
  const { enum: words } = attribute;
  return words === undefined
    ? schemaRef(filterName(operandOf(schema)))
    : comparedTo({ type: 'string', enum: words }, 'Text');
};

const endingOfFilters = 'Filters';

/** A reference to the schema of the filters of a type or component. */
export const filtersRef = (context: Pick<Context, 'names'>, uid: string): SchemaObject =>
  typeSchemaRef(context, uid, endingOfFilters);

/** @returns undefined for attributes that no filter names */
const filterOf = (context: Context, attribute: Exclude<Attribute, ScalarAttribute>): SchemaObject | undefined => {
  switch (attribute.kind) {
    case 'relation':
      return filtersRef(context, attribute.target);
    case 'component':
      return filtersRef(context, attribute.component);
    case 'dynamiczone':
      return closedObject({ $any: { type: 'object', description: 'filters by the uid of a component' } });
    case 'morph':
      return undefined;
  }
};

/**
 * The filters of a type or component. Other names are allowed: filters of project code, creators and, with `view=edit`,
 * private attributes.
 */
const filtersOf = (context: Context, holder: AttributeHolder): SchemaObject => {
  const own = filtersRef(context, holder.uid);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(storedScalars(holder).map((attribute) => [attribute.name, scalarFilter(attribute)])),
      ...Object.fromEntries(
        populatableAttributes(holder).flatMap((attribute) => {
          const filter = filterOf(context, attribute);
          return filter === undefined ? [] : [[attribute.name, filter]];
        }),
      ),
      ...{ $and: arrayOf(own), $or: arrayOf(own), $not: own, $null: booleanSchema, $notNull: booleanSchema },
    },
  };
};

/** The schemas of the filters of all types and components, by name. */
export const filterSchemas = (context: Context): Readonly<Record<string, SchemaObject>> =>
  Object.fromEntries(
    [...context.schema.types.values(), ...context.schema.components.values()].map((holder) => [
      `${schemaName(context, holder.uid)}${endingOfFilters}`,
      filtersOf(context, holder),
    ]),
  );
