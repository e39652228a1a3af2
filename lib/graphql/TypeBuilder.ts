// Makes the types of the GraphQL schema from the model, with the names of Strapi's plugin. One whose name is taken gets another.
import {
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
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
  internalAttributes,
  componentOf,
  builtInUids,
  computedAttributes,
  hasLocalizations,
  isContentType,
  isObject,
  publicSystemAttributes,
  type Attribute,
  type AttributeHolder,
  type ScalarAttribute,
  type Schema,
} from '../schema/index.ts';
import { fixedNames, fixedInput, fixedObject } from './fixedTypes.ts';
import { enumKeyOf, enumNameOf, freeName, isName, nameOf, zoneNameOf } from './names.ts';
import { withPart, type InnerPart } from './parts.ts';
import { convertOf, scalarFilters, scalarOf } from './scalars.ts';

export type Field = GraphQLFieldConfig<unknown, unknown>;
export type Fields = Readonly<Record<string, Field>>;

export const nonNull = <T extends GraphQLNullableType>(type: T): GraphQLNonNull<T> => new GraphQLNonNull(type);

/** What the schema has of an attribute. */
interface AttributeTypes {
  readonly fields: Fields;
  readonly filters?: InputFields;
  readonly inputs?: InputFields;
}

type InputFields = Readonly<Record<string, GraphQLInputFieldConfig>>;

/** Answers never have a password, also if its attribute is not private. */
const isAnswered = (attribute: Attribute): boolean =>
  !attribute.private && !(attribute.kind === 'scalar' && attribute.type === 'password');

const required = (type: GraphQLOutputType & GraphQLNullableType, isRequired: boolean): GraphQLOutputType =>
  isRequired ? nonNull(type) : type;

/** Fields of all in one object. */
export const merge = <T>(all: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T> =>
  Object.assign({}, ...all) as Record<string, T>; // of these

/** An entry of a zone that is written says its component by `__typename`. @param uids by the names of their types */
const zoneInput = (name: string, uids: ReadonlyMap<string, string>): GraphQLScalarType => {
  const parseValue = (value: unknown): object => {
    const { __typename: typename, ...values } = isObject(value) ? value : {};
    const uid = uids.get(String(typename));
    if (uid === undefined) throw new TypeError(`Component not found. expected one of: ${[...uids.keys()].join(', ')}`);
    return { __component: uid, ...values };
  };
  return new GraphQLScalarType({
    name,
    parseValue,
    parseLiteral: (...literal) => parseValue(valueFromASTUntyped(...literal)),
  });
};

export class TypeBuilder {
  private readonly schema: Schema;
  private readonly named = new Map<string, { readonly owner: unknown; readonly type: GraphQLNamedType }>();
  private readonly known = new Map<Attribute, AttributeTypes>();
  /** What a polymorphic relation has. */
  private readonly morph: GraphQLUnionType;

  constructor(schema: Schema) {
    this.schema = schema;
    const holders = [...schema.components.values(), ...schema.types.values()];
    const types = () => holders.map((holder) => this.object(holder));
    this.morph = this.define('GenericMorph', holders, (name) => new GraphQLUnionType({ name, types }));
  }

  /** @param owner has one type of a name @returns its type, with another name if something else has this one */
  define<T extends GraphQLNamedType>(wanted: string, owner: unknown, make: (name: string) => T): T {
    const known = (name: string) => this.named.get(name);
    const name = freeName(wanted, (one) => fixedNames.has(one) || (known(one)?.owner ?? owner) !== owner);
    const type = (known(name)?.type as T | undefined) ?? make(name);
    this.named.set(name, { owner, type });
    return type;
  }

  /** Documents of a type, or components, as answers have them. */
  object(holder: AttributeHolder): GraphQLObjectType {
    const own = () => this.typesOf('fields', holder, holder.attributes.values(), isAnswered);
    const fields = (): Fields => {
      // As in each answer of GraphQL, an id is a text.
      const id = { type: nonNull(GraphQLID), ...withPart({ kind: 'value', name: 'id', convert: String }) };
      if (!isContentType(holder)) return merge([{ id }, ...own()]);
      const others = [...computedAttributes(holder).values(), ...publicSystemAttributes(holder)];
      const documentId = { type: nonNull(GraphQLID), ...withPart({ kind: 'value', name: 'documentId' }) };
      return merge([
        ...[{ documentId }, ...own(), ...this.typesOf('fields', holder, others, isAnswered)],
        hasLocalizations(holder)
          ? this.inner(holder, { name: 'localizations', holder, paged: false }, true, false)
          : {},
      ]);
    };
    const make = (name: string) => new GraphQLObjectType({ name, fields, extensions: { holder } });
    return this.define(nameOf(holder), holder, make);
  }

  private typesOf<Kind extends keyof AttributeTypes>(
    kind: Kind,
    holder: AttributeHolder,
    attributes: Iterable<Attribute>,
    isWanted: (attribute: Attribute) => boolean,
  ): readonly AttributeTypes[Kind][] {
    const wanted = [...attributes].filter((attribute) => isName(attribute.name) && isWanted(attribute));
    return wanted.map((attribute) => {
      const types = this.known.get(attribute) ?? this.attribute(holder, attribute);
      this.known.set(attribute, types);
      return types[kind];
    });
  }

  private attribute(holder: AttributeHolder, attribute: Attribute): AttributeTypes {
    const { name, required: isRequired } = attribute;
    const named = (type: GraphQLInputType | undefined): InputFields => (type === undefined ? {} : { [name]: { type } });
    switch (attribute.kind) {
      case 'scalar': {
        const values = this.enumeration(holder, attribute);
        const type = values ?? scalarOf[attribute.value];
        const part = { kind: 'value', name, convert: convertOf(attribute, values) } as const;
        const filters = named(scalarFilters.get(scalarOf[attribute.value]));
        return {
          fields: { [name]: { type: required(type, isRequired), ...withPart(part) } },
          filters,
          inputs: named(type),
        };
      }
      case 'relation': {
        const target = this.schema.types.get(attribute.target);
        if (target === undefined) return { fields: {} };
        return {
          fields: this.inner(holder, { name, holder: target, paged: true }, attribute.many, isRequired),
          filters: named(attribute.type === 'media' ? undefined : this.filters(target)),
          inputs: named(attribute.many ? new GraphQLList(GraphQLID) : GraphQLID),
        };
      }
      case 'component': {
        const component = componentOf(this.schema, attribute.component);
        const input = this.input(component);
        return {
          fields: this.inner(holder, { name, holder: component, paged: false }, attribute.repeatable, isRequired),
          filters: named(this.filters(component)),
          inputs: named(attribute.repeatable ? new GraphQLList(input) : input),
        };
      }
      case 'dynamiczone': {
        const wanted = zoneNameOf(holder, attribute);
        const types = attribute.components.map((uid) => this.object(componentOf(this.schema, uid)));
        const uids = new Map(types.map((type, index) => [type.name, attribute.components[index] ?? '']));
        const make = (zone: string) => new GraphQLUnionType({ name: zone, types: [...types, fixedObject('Error')] });
        const type = required(new GraphQLList(this.define(wanted, attribute, make)), isRequired);
        const input = this.define(`${wanted}Input`, attribute, (zone) => zoneInput(zone, uids));
        const part = { kind: 'union', name, by: '__component' } as const;
        return { fields: { [name]: { type, ...withPart(part) } }, inputs: named(new GraphQLList(nonNull(input))) };
      }
      case 'morph': {
        const type = required(attribute.many ? new GraphQLList(this.morph) : this.morph, isRequired);
        return { fields: { [name]: { type, ...withPart({ kind: 'union', name, by: '__type' }) } } };
      }
    }
  }

  /** A list of documents is there as a connection as well. */
  private inner(
    { attributes }: AttributeHolder,
    inner: Omit<InnerPart, 'kind'>,
    many: boolean,
    isRequired: boolean,
  ): Fields {
    const { name, holder } = inner;
    const type = this.object(holder);
    const part = withPart({ kind: 'inner', ...inner });
    // A document may be hidden from its reader; files are not.
    const isAlways = isRequired && (!isContentType(holder) || holder.uid === builtInUids.file);
    if (!many) return { [name]: { type: required(type, isAlways), ...part } };
    const args = this.listArgs(holder);
    const list = new GraphQLList(type);
    if (!isContentType(holder)) return { [name]: { type: required(list, isRequired), args, ...part } };
    return {
      [freeName(`${name}_connection`, (one) => attributes.has(one))]: {
        ...{ type: this.connection(holder, 'Relation'), args, ...part },
      },
      [name]: { type: nonNull(list), args, ...part },
    };
  }

  /** A part of the documents; that of a query knows its place among all. */
  connection(holder: AttributeHolder, kind: 'Entity' | 'Relation'): GraphQLObjectType {
    const type = this.object(holder);
    const nodes = { type: nonNull(new GraphQLList(nonNull(type))) };
    const pageInfo = { type: nonNull(fixedObject('Pagination')) };
    const make = (name: string) =>
      new GraphQLObjectType({ name, fields: kind === 'Entity' ? { nodes, pageInfo } : { nodes } });
    return this.define(`${type.name}${kind}ResponseCollection`, holder, make);
  }

  /** What GraphQL cannot name stays a text. */
  private enumeration(holder: AttributeHolder, attribute: ScalarAttribute): GraphQLEnumType | undefined {
    if (attribute.type !== 'enumeration') return undefined;
    const keys = (attribute.enum ?? []).map((value) => [enumKeyOf(value), value] as const);
    const isNamed = keys.every(([key]) => isName(key) && !/^(true|false|null)$/.test(key));
    const isUnique = keys.length > 0 && new Set(keys.map(([key]) => key)).size === keys.length;
    const values = Object.fromEntries(keys.map(([key, value]) => [key, { value }]));
    const make = (name: string) => new GraphQLEnumType({ name, values });
    return isNamed && isUnique ? this.define(enumNameOf(holder, attribute), attribute, make) : undefined;
  }

  /** The arguments that choose documents or components. */
  listArgs(holder: AttributeHolder): GraphQLFieldConfigArgumentMap {
    return {
      filters: { type: this.filters(holder) },
      pagination: { type: fixedInput('PaginationArg'), defaultValue: {} },
      sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
    };
  }

  /** The condition on documents of a type, or on components. */
  filters(holder: AttributeHolder): GraphQLInputObjectType {
    const fields = (filter: GraphQLInputObjectType): InputFields => {
      const system = isContentType(holder) ? publicSystemAttributes(holder) : [];
      const isDocument = isContentType(holder) && holder.kind === 'collectionType';
      const list = { type: new GraphQLList(filter) };
      const idFilter = scalarFilters.get(GraphQLID);
      return merge<GraphQLInputFieldConfig>([
        isDocument && idFilter !== undefined ? { documentId: { type: idFilter } } : {},
        ...this.typesOf('filters', holder, [...holder.attributes.values(), ...system], isAnswered),
        { and: list, or: list, not: { type: filter } },
      ]);
    };
    return this.define(`${nameOf(holder)}FiltersInput`, holder, (name) => {
      const filter: GraphQLInputObjectType = new GraphQLInputObjectType({ name, fields: () => fields(filter) });
      return filter;
    });
  }

  /** The values of a document or a component that is written. */
  input(holder: AttributeHolder, others: InputFields = {}): GraphQLInputObjectType {
    const internal = internalAttributes[holder.uid] ?? [];
    const fields = (): InputFields => {
      const isWritten = ({ name, writable }: Attribute) => writable !== false && !internal.includes(name);
      const own = this.typesOf('inputs', holder, holder.attributes.values(), isWritten);
      if (!isContentType(holder)) return merge<GraphQLInputFieldConfig>([{ id: { type: GraphQLID } }, ...own]);
      const locale = holder.localized ? {} : { locale: { type: GraphQLString } };
      return merge<GraphQLInputFieldConfig>([...own, others, { publishedAt: { type: scalarOf.datetime }, ...locale }]);
    };
    return this.define(`${nameOf(holder)}Input`, holder, (name) => new GraphQLInputObjectType({ name, fields }));
  }
}
