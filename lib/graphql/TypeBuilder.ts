// Makes the types of the GraphQL schema from the model, with the names of Strapi's plugin. A type whose name is taken, or that GraphQL
// cannot have, is left out, and so are the fields with it.
import {
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
  GraphQLUnionType,
  valueFromASTUntyped,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfig,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLNullableType,
  type GraphQLOutputType,
} from 'graphql';
import {
  builtInUids,
  internalAttributes,
  componentOf,
  computedAttributes,
  hasLocalizations,
  isContentType,
  isObject,
  publicSystemAttributes,
  type Attribute,
  type AttributeHolder,
  type DynamicZoneAttribute,
  type ScalarAttribute,
  type Schema,
} from '../schema/index.ts';
import { enumKeyOf, enumNameOf, isName, nameOf, zoneNameOf } from './names.ts';
import { withPart } from './parts.ts';
import { convertOf, scalarFilters, scalarOf } from './scalars.ts';

export type Field = GraphQLFieldConfig<unknown, unknown>;
export type Fields = Readonly<Record<string, Field>>;

export const nonNull = <T extends GraphQLNullableType>(type: T): GraphQLNonNull<T> => new GraphQLNonNull(type);

/** Fields with names by their types. */
export const fieldsOf = <T>(type: T, ...names: readonly string[]): Record<string, { readonly type: T }> =>
  Object.fromEntries(names.map((name) => [name, { type }]));

export const objectOf = (name: string, fields: Fields): GraphQLObjectType =>
  new GraphQLObjectType({ name, fields: { ...fields } });

export const enumOf = (name: string, values: readonly (readonly [key: string, value: string])[]): GraphQLEnumType =>
  new GraphQLEnumType({ name, values: Object.fromEntries(values.map(([key, value]) => [key, { value }])) });

/** As in each answer of GraphQL, an id is a text. */
export const idField: Field = { type: nonNull(GraphQLID), ...withPart({ kind: 'value', name: 'id', convert: String }) };

const Pagination = objectOf('Pagination', fieldsOf(nonNull(GraphQLInt), 'total', 'page', 'pageSize', 'pageCount'));

/** Part of each zone in Strapi; no answer has one. */
const ErrorType = objectOf('Error', {
  ...fieldsOf(nonNull(GraphQLString), 'code'),
  ...fieldsOf(GraphQLString, 'message'),
});

const PaginationArg = new GraphQLInputObjectType({
  name: 'PaginationArg',
  fields: fieldsOf(GraphQLInt, 'page', 'pageSize', 'start', 'limit'),
});

/** What the schema has of an attribute. */
interface AttributeTypes {
  readonly fields: Fields;
  readonly filter?: GraphQLInputType | undefined;
  readonly input?: GraphQLInputType | undefined;
}

type NamedTypes = AttributeTypes & { readonly name: string };

type InputFields = Record<string, GraphQLInputFieldConfig>;

const inputField = (name: string, type: GraphQLInputType | undefined): InputFields =>
  type === undefined ? {} : { [name]: { type } };

/** Answers never have a password, also if its attribute is not private. */
const isAnswered = (attribute: Attribute): boolean =>
  !attribute.private && !(attribute.kind === 'scalar' && attribute.type === 'password');

const required = (type: GraphQLOutputType & GraphQLNullableType, isRequired: boolean): GraphQLOutputType =>
  isRequired ? nonNull(type) : type;

/** Fields of all in one object. */
export const merge = <T>(all: readonly Readonly<Record<string, T>>[]): Record<string, T> =>
  Object.assign({}, ...all) as Record<string, T>; // of these

/** An entry of a zone that is written says its component by `__typename`. @param uids by the names of their types */
const zoneInput = (name: string, uids: ReadonlyMap<string, string>): GraphQLScalarType => {
  const parseValue = (value: unknown): object => {
    const { __typename: typename, ...values } = isObject(value) ? value : {};
    const uid = uids.get(String(typename));
    if (uid === undefined) throw new TypeError(`Component not found. expected one of: ${[...uids.keys()].join(', ')}`);
    return { __component: uid, ...values };
  };
  const parseLiteral: GraphQLScalarType['parseLiteral'] = (node, variables) =>
    parseValue(valueFromASTUntyped(node, variables));
  return new GraphQLScalarType({ name, parseValue, parseLiteral });
};

/** The names of types that each schema has. */
const reserved: ReadonlySet<string> = new Set([
  ...['Query', 'Mutation', 'Subscription', 'Error', 'Pagination', 'PaginationArg', 'GenericMorph'],
  ...['PublicationStatus', 'PublicationFilter', 'DeleteMutationResponse', 'FileInfoInput'],
  ...[...scalarFilters].flatMap(([scalar, filter]) => [scalar.name, filter.name]),
]);

export class TypeBuilder {
  private readonly schema: Schema;
  private readonly named = new Map<string, { readonly owner: unknown; readonly type: GraphQLNamedType }>();
  private readonly known = new Map<Attribute, NamedTypes>();
  private morph: GraphQLUnionType | undefined;

  constructor(schema: Schema) {
    this.schema = schema;
    // Names of types and components come before those of their zones and enumerations.
    for (const holder of [...schema.types.values(), ...schema.components.values()]) this.object(holder);
  }

  /** A type by what it is about. @returns undefined if something else has the name */
  private define<T extends GraphQLNamedType>(name: string, owner: unknown, make: () => T): T | undefined {
    const known = this.named.get(name);
    if (known !== undefined) return known.owner === owner ? (known.type as T) : undefined; // an owner has one type of a name
    if (!isName(name) || reserved.has(name)) return undefined;
    const type = make();
    this.named.set(name, { owner, type });
    return type;
  }

  /** Documents of a type, or components, as answers have them. */
  object(holder: AttributeHolder): GraphQLObjectType | undefined {
    const name = nameOf(holder);
    const fields = (): Fields => {
      const own = this.typesOf(holder, holder.attributes.values(), isAnswered).map((types) => types.fields);
      if (!isContentType(holder)) return merge([{ id: idField }, ...own]);
      const others = [...computedAttributes(holder).values(), ...publicSystemAttributes(holder)];
      const documentId = { type: nonNull(GraphQLID), ...withPart({ kind: 'value', name: 'documentId' }) };
      return merge([
        { documentId },
        ...own,
        ...this.typesOf(holder, others, isAnswered).map((types) => types.fields),
        hasLocalizations(holder) ? this.inner('localizations', holder, true, false, false) : {},
      ]);
    };
    return this.define(name, holder, () => new GraphQLObjectType({ name, fields, extensions: { holder } }));
  }

  private typesOf(
    holder: AttributeHolder,
    attributes: Iterable<Attribute>,
    isWanted: (attribute: Attribute) => boolean,
  ): readonly NamedTypes[] {
    return [...attributes]
      .filter((attribute) => isName(attribute.name) && isWanted(attribute))
      .map((attribute) => {
        const types = this.known.get(attribute) ?? { name: attribute.name, ...this.attribute(holder, attribute) };
        this.known.set(attribute, types);
        return types;
      });
  }

  private attribute(holder: AttributeHolder, attribute: Attribute): AttributeTypes {
    const { name, required: isRequired } = attribute;
    switch (attribute.kind) {
      case 'scalar': {
        const values = this.enumeration(holder, attribute);
        const input = values ?? scalarOf[attribute.value];
        const part = { kind: 'value', name, convert: convertOf(attribute, values) } as const;
        const filter = scalarFilters.get(scalarOf[attribute.value]);
        return { fields: { [name]: { type: required(input, isRequired), ...withPart(part) } }, filter, input };
      }
      case 'relation': {
        const target = this.schema.types.get(attribute.target);
        if (target === undefined) return { fields: {} };
        return {
          fields: this.inner(name, target, attribute.many, isRequired, true),
          filter: attribute.type === 'media' ? undefined : this.filters(target),
          input: attribute.many ? new GraphQLList(GraphQLID) : GraphQLID,
        };
      }
      case 'component': {
        const component = componentOf(this.schema, attribute.component);
        const input = this.input(component);
        return {
          fields: this.inner(name, component, attribute.repeatable, isRequired, false),
          filter: this.filters(component),
          input: attribute.repeatable && input !== undefined ? new GraphQLList(input) : input,
        };
      }
      case 'dynamiczone': {
        const { zone, input } = this.zone(holder, attribute);
        const type = required(new GraphQLList(zone), isRequired);
        const part = { kind: 'union', name, by: '__component' } as const;
        return { fields: { [name]: { type, ...withPart(part) } }, input: new GraphQLList(new GraphQLNonNull(input)) };
      }
      case 'morph': {
        const type = required(attribute.many ? new GraphQLList(this.anything()) : this.anything(), isRequired);
        return { fields: { [name]: { type, ...withPart({ kind: 'union', name, by: '__type' }) } } };
      }
    }
  }

  /** A list of documents is there as a connection as well. */
  private inner(name: string, holder: AttributeHolder, many: boolean, isRequired: boolean, paged: boolean): Fields {
    const type = this.object(holder);
    if (type === undefined) return {};
    const part = withPart({ kind: 'inner', name, holder, paged });
    if (!many) return { [name]: { type: required(type, isRequired), ...part } };
    const args = this.listArgs(holder);
    const list = new GraphQLList(type);
    if (!isContentType(holder)) return { [name]: { type: required(list, isRequired), args, ...part } };
    const connectionName = `${type.name}RelationResponseCollection`;
    const nodes = this.define(connectionName, holder, () => objectOf(connectionName, this.nodes(type)));
    return {
      ...(nodes === undefined ? {} : { [`${name}_connection`]: { type: nodes, args, ...part } }),
      [name]: { type: nonNull(list), args, ...part },
    };
  }

  private nodes(type: GraphQLObjectType): Fields {
    return { nodes: { type: nonNull(new GraphQLList(nonNull(type))), ...withPart({ kind: 'nodes' }) } };
  }

  /** A page of documents with its place among all. */
  connection(type: GraphQLObjectType): GraphQLObjectType | undefined {
    const name = `${type.name}EntityResponseCollection`;
    const make = () => objectOf(name, { ...this.nodes(type), pageInfo: { type: nonNull(Pagination) } });
    return this.define(name, type, make);
  }

  private zone(
    holder: AttributeHolder,
    attribute: DynamicZoneAttribute,
  ): { readonly zone: GraphQLUnionType | GraphQLObjectType; readonly input: GraphQLScalarType } {
    const name = zoneNameOf(holder, attribute);
    const components = attribute.components.map((uid) => componentOf(this.schema, uid));
    const uids = new Map(components.map((component) => [nameOf(component), component.uid]));
    const types = [...components.flatMap((component) => this.object(component) ?? []), ErrorType];
    return {
      zone: this.define(name, attribute, () => new GraphQLUnionType({ name, types })) ?? ErrorType,
      input: this.define(`${name}Input`, attribute, () => zoneInput(`${name}Input`, uids)) ?? scalarOf.json,
    };
  }

  /** What a polymorphic relation has. */
  private anything(): GraphQLUnionType {
    const { components, types } = this.schema;
    return (this.morph ??= new GraphQLUnionType({
      name: 'GenericMorph',
      types: () => [...components.values(), ...types.values()].flatMap((holder) => this.object(holder) ?? []),
    }));
  }

  /** What GraphQL cannot name stays a text. */
  private enumeration(holder: AttributeHolder, attribute: ScalarAttribute): GraphQLEnumType | undefined {
    if (attribute.type !== 'enumeration') return undefined;
    const name = enumNameOf(holder, attribute);
    const keys = (attribute.enum ?? []).map((value) => [enumKeyOf(value), value] as const);
    const isNamed = keys.every(([key]) => isName(key) && !/^(true|false|null)$/.test(key));
    const isUnique = keys.length > 0 && new Set(keys.map(([key]) => key)).size === keys.length;
    return isNamed && isUnique ? this.define(name, attribute, () => enumOf(name, keys)) : undefined;
  }

  /** The arguments that choose documents or components. */
  listArgs(holder: AttributeHolder): GraphQLFieldConfigArgumentMap {
    return {
      ...inputField('filters', this.filters(holder)),
      pagination: { type: PaginationArg, defaultValue: {} },
      sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
    };
  }

  /** The condition on documents of a type, or on components. */
  filters(holder: AttributeHolder): GraphQLInputObjectType | undefined {
    const name = `${nameOf(holder)}FiltersInput`;
    const fields = (filter: GraphQLInputObjectType): InputFields => {
      const system = isContentType(holder) ? publicSystemAttributes(holder) : [];
      const isDocument = isContentType(holder) && holder.kind === 'collectionType';
      const all = this.typesOf(holder, [...holder.attributes.values(), ...system], isAnswered);
      const list = new GraphQLList(filter);
      return merge([
        isDocument ? inputField('documentId', scalarFilters.get(GraphQLID)) : {},
        ...all.map((types) => inputField(types.name, types.filter)),
        { and: { type: list }, or: { type: list }, not: { type: filter } },
      ]);
    };
    return this.define(name, holder, () => {
      const filter: GraphQLInputObjectType = new GraphQLInputObjectType({ name, fields: () => fields(filter) });
      return filter;
    });
  }

  /** The values of a document or a component that is written. */
  input(holder: AttributeHolder): GraphQLInputObjectType | undefined {
    const name = `${nameOf(holder)}Input`;
    const fields = (): InputFields => {
      const internal = holder.uid === builtInUids.user ? internalAttributes[holder.uid] : [];
      const isTaken = ({ name, writable }: Attribute) => writable !== false && internal?.includes(name) !== true;
      const all = this.typesOf(holder, holder.attributes.values(), isTaken);
      const own = all.map((types) => inputField(types.name, types.input));
      if (!isContentType(holder)) return merge([{ id: { type: GraphQLID } }, ...own]);
      const locale = holder.localized ? {} : { locale: { type: GraphQLString } };
      return merge<GraphQLInputFieldConfig>([...own, { publishedAt: { type: scalarOf.datetime }, ...locale }]);
    };
    return this.define(name, holder, () => new GraphQLInputObjectType({ name, fields }));
  }
}
