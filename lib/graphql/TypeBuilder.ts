// Makes the types of the GraphQL schema from the model, with the names of Strapi's plugin. A type whose name is taken, or that GraphQL
// cannot have, is left out, and so are the fields with it.
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLError,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
  GraphQLUnionType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputFieldConfig,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
} from 'graphql';
import { publications } from '../read/query/index.ts';
import {
  componentOf,
  computedAttributes,
  hasLocalizations,
  isContentType,
  isObject,
  publicSystemAttributes,
  typeOf,
  type Attribute,
  type AttributeHolder,
  type ContentType,
  type DynamicZoneAttribute,
  type ScalarAttribute,
  type Schema,
} from '../schema/index.ts';
import { enumKeyOf, enumNameOf, isName, nameOf, zoneNameOf } from './names.ts';
import { withPart } from './parts.ts';
import { filteredScalars, jsonOf, LocaleScalar, scalarOf, toLong } from './scalars.ts';

export type Field = GraphQLFieldConfig<unknown, unknown>;
export type Fields = Record<string, Field>;

const required = <T extends GraphQLOutputType>(type: T, isRequired: boolean): T | GraphQLNonNull<GraphQLOutputType> =>
  isRequired ? new GraphQLNonNull(type) : type;

export const nonNull = <T extends GraphQLNamedType | GraphQLList<GraphQLOutputType>>(type: T) =>
  new GraphQLNonNull(type);

const entries = <T>(list: readonly (readonly [string, T | undefined])[]): Record<string, T> =>
  Object.fromEntries(list.filter((entry): entry is readonly [string, T] => entry[1] !== undefined));

/** As in each answer of GraphQL, an id is a text. */
export const idField: Field = {
  type: nonNull(GraphQLID),
  ...withPart({ kind: 'value', name: 'id', convert: String }),
};

const Pagination = new GraphQLObjectType({
  name: 'Pagination',
  fields: Object.fromEntries(
    ['total', 'page', 'pageSize', 'pageCount'].map((name) => [name, { type: nonNull(GraphQLInt) }]),
  ),
});

const ErrorType = new GraphQLObjectType({
  name: 'Error',
  fields: { code: { type: nonNull(GraphQLString) }, message: { type: GraphQLString } },
});

const enumOf = (name: string, values: readonly (readonly [key: string, value: string])[]): GraphQLEnumType =>
  new GraphQLEnumType({ name, values: Object.fromEntries(values.map(([key, value]) => [key, { value }])) });

const statusArgs: GraphQLFieldConfigArgumentMap = {
  status: {
    type: enumOf(
      'PublicationStatus',
      ['draft', 'published'].map((value) => [value.toUpperCase(), value]),
    ),
    defaultValue: 'published',
  },
};

const publicationArgs: GraphQLFieldConfigArgumentMap = {
  ...statusArgs,
  hasPublishedVersion: { type: GraphQLBoolean },
  publicationFilter: {
    type: enumOf(
      'PublicationFilter',
      publications.map((value) => [value.replaceAll('-', '_').toUpperCase(), value]),
    ),
  },
};

const PaginationArg = new GraphQLInputObjectType({
  name: 'PaginationArg',
  fields: Object.fromEntries(['page', 'pageSize', 'start', 'limit'].map((name) => [name, { type: GraphQLInt }])),
});

/** Like the operators of REST, without `$`. */
const operatorNames = {
  compare: ['eq', 'eqi', 'ne', 'nei', 'startsWith', 'endsWith', 'contains', 'notContains', 'containsi', 'notContainsi'],
  order: ['gt', 'gte', 'lt', 'lte'],
  lists: ['in', 'notIn', 'between'],
};

/** The filter on an attribute by its scalar; its operators are those of REST, without `$`. */
const scalarFilters: ReadonlyMap<GraphQLScalarType, GraphQLInputObjectType> = new Map(
  filteredScalars.map((scalar) => {
    const list = { type: new GraphQLList(scalar) };
    const filter: GraphQLInputObjectType = new GraphQLInputObjectType({
      name: `${scalar.name}FilterInput`,
      extensions: { isScalarFilter: true },
      fields: () => ({
        ...{ and: list, or: list, not: { type: filter } },
        ...Object.fromEntries(
          [...operatorNames.compare, ...operatorNames.order].map((name) => [name, { type: scalar }]),
        ),
        ...{ null: { type: GraphQLBoolean }, notNull: { type: GraphQLBoolean } },
        ...Object.fromEntries(operatorNames.lists.map((name) => [name, list])),
      }),
    });
    return [scalar, filter];
  }),
);

/** Answers never have a password, also if its attribute is not private. */
const isAnswered = ({ name, private: isPrivate, ...attribute }: Attribute): boolean =>
  !isPrivate && isName(name) && !(attribute.kind === 'scalar' && attribute.type === 'password');

export class TypeBuilder {
  private readonly schema: Schema;
  private readonly named = new Map<string, { readonly owner: unknown; readonly type: GraphQLNamedType }>();

  constructor(schema: Schema) {
    this.schema = schema;
    // Names of types and components come before those of their zones and enumerations.
    for (const holder of [...schema.types.values(), ...schema.components.values()]) this.object(holder);
  }

  /** A type with its fields, by what it is about. @returns undefined if something else has the name */
  private define<T extends GraphQLNamedType>(name: string, owner: unknown, make: (name: string) => T): T | undefined {
    const known = this.named.get(name);
    if (known !== undefined) return known.owner === owner ? (known.type as T) : undefined; // one owner makes one type of a name
    if (!isName(name)) return undefined;
    const type = make(name);
    this.named.set(name, { owner, type });
    return type;
  }

  /** Documents of a type, or components, as answers have them. */
  object(holder: AttributeHolder): GraphQLObjectType | undefined {
    return this.define(
      nameOf(holder),
      holder,
      (name) => new GraphQLObjectType({ name, fields: () => this.fieldsOf(holder), extensions: { holder } }),
    );
  }

  private fieldsOf(holder: AttributeHolder): Fields {
    const own = [...holder.attributes.values()]
      .filter(isAnswered)
      .flatMap((attribute) => this.fieldOf(holder, attribute));
    if (!isContentType(holder)) return entries([['id', idField], ...own]);
    const others = [...computedAttributes(holder).values(), ...publicSystemAttributes(holder)];
    return entries([
      ['documentId', { type: nonNull(GraphQLID), ...withPart({ kind: 'value', name: 'documentId' }) }],
      ...own,
      ...others.filter(isAnswered).flatMap((attribute) => this.fieldOf(holder, attribute)),
      ...(hasLocalizations(holder) ? this.inner('localizations', holder, 'list', false) : []),
    ]);
  }

  private fieldOf(holder: AttributeHolder, attribute: Attribute): readonly (readonly [string, Field | undefined])[] {
    const { name } = attribute;
    switch (attribute.kind) {
      case 'scalar':
        return [[name, this.scalarField(holder, attribute)]];
      case 'relation':
        if (!this.schema.types.has(attribute.target)) return [];
        return this.inner(
          name,
          typeOf(this.schema, attribute.target),
          attribute.many ? 'list' : 'one',
          attribute.required,
          true,
        );
      case 'component': {
        const component = componentOf(this.schema, attribute.component);
        return this.inner(name, component, attribute.repeatable ? 'list' : 'one', attribute.required);
      }
      case 'dynamiczone': {
        const type = new GraphQLList(this.zone(holder, attribute) ?? ErrorType);
        const part = { kind: 'union', name, by: '__component', many: true } as const;
        return [[name, { type: required(type, attribute.required), ...withPart(part) }]];
      }
      case 'morph': {
        const type = attribute.many ? new GraphQLList(this.genericMorph()) : this.genericMorph();
        const part = { kind: 'union', name, by: '__type', many: attribute.many } as const;
        return [[name, { type: required(type, attribute.required), ...withPart(part) }]];
      }
    }
  }

  private scalarField(holder: AttributeHolder, attribute: ScalarAttribute): Field {
    const { name, value } = attribute;
    const values = this.enumeration(holder, attribute);
    const keys = new Map(values?.getValues().map((one) => [one.value, one.name]));
    const convert =
      values === undefined
        ? value === 'biginteger'
          ? { convert: toLong }
          : {}
        : [...keys].every(([one, key]) => one === key)
          ? {}
          : { convert: (one: unknown) => keys.get(one) ?? null };
    return {
      type: required(values ?? scalarOf[value], attribute.required),
      ...withPart({ kind: 'value', name, ...convert }),
    };
  }

  /** A list of documents is there as a connection as well. */
  private inner(
    name: string,
    holder: AttributeHolder,
    shape: 'one' | 'list',
    isRequired: boolean,
    paged = false,
  ): readonly (readonly [string, Field])[] {
    const type = this.object(holder);
    if (type === undefined) return [];
    const part = { kind: 'inner', name, holder, ...(paged ? { paged } : {}) } as const;
    if (shape === 'one') return [[name, { type: required(type, isRequired), ...withPart({ ...part, shape }) }]];
    const args = this.listArgs(holder);
    const isList = isContentType(holder);
    const list: Field = {
      type: required(new GraphQLList(type), isList || isRequired),
      args,
      ...withPart({ ...part, shape }),
    };
    const nodes = isList ? this.relationConnection(holder, type) : undefined;
    return [
      ...(nodes === undefined
        ? []
        : [[`${name}_connection`, { type: nodes, args, ...withPart({ ...part, shape: 'connection' }) }] as const]),
      [name, list],
    ];
  }

  private relationConnection(holder: ContentType, type: GraphQLObjectType): GraphQLObjectType | undefined {
    return this.define(
      `${type.name}RelationResponseCollection`,
      holder,
      (name) => new GraphQLObjectType({ name, fields: { nodes: this.nodesOf(type) } }),
    );
  }

  private nodesOf(type: GraphQLObjectType): Field {
    return { type: nonNull(new GraphQLList(nonNull(type))), ...withPart({ kind: 'nodes' }) };
  }

  /** A page of documents with its place among all. */
  connection(holder: ContentType): GraphQLObjectType | undefined {
    const type = this.object(holder);
    return type === undefined
      ? undefined
      : this.define(
          `${type.name}EntityResponseCollection`,
          holder,
          (name) =>
            new GraphQLObjectType({
              name,
              fields: { nodes: this.nodesOf(type), pageInfo: { type: nonNull(Pagination) } },
            }),
        );
  }

  private zone(holder: AttributeHolder, attribute: DynamicZoneAttribute): GraphQLUnionType | undefined {
    const types = attribute.components.flatMap((uid) => this.object(componentOf(this.schema, uid)) ?? []);
    return this.define(
      zoneNameOf(holder, attribute),
      attribute,
      (name) => new GraphQLUnionType({ name, types: [...types, ErrorType] }),
    );
  }

  private genericMorph(): GraphQLUnionType {
    const { components, types } = this.schema;
    const all = (): GraphQLObjectType[] =>
      [...components.values(), ...types.values()].flatMap((holder) => this.object(holder) ?? []);
    const make = (name: string): GraphQLUnionType => new GraphQLUnionType({ name, types: all });
    return this.define('GenericMorph', this, make) ?? make('GenericMorph');
  }

  private enumeration(holder: AttributeHolder, attribute: ScalarAttribute): GraphQLEnumType | undefined {
    const { enum: values } = attribute;
    if (values === undefined || attribute.type !== 'enumeration') return undefined;
    const keys = values.map((value) => [enumKeyOf(value), value] as const);
    const names = new Set(keys.map(([key]) => key));
    // What GraphQL cannot name stays a text.
    if (names.size < keys.length || keys.some(([key]) => !isName(key) || /^(true|false|null)$/.test(key)))
      return undefined;
    return this.define(enumNameOf(holder, attribute), attribute, (name) => enumOf(name, keys));
  }

  /** The arguments that choose related documents or components. */
  private listArgs(holder: AttributeHolder): GraphQLFieldConfigArgumentMap {
    const filters = this.filters(holder);
    return {
      ...(filters === undefined ? {} : { filters: { type: filters } }),
      pagination: { type: PaginationArg, defaultValue: {} },
      sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
    };
  }

  private localeArg({ localized }: ContentType): GraphQLFieldConfigArgumentMap {
    return localized ? { locale: { type: LocaleScalar, description: 'The locale to use for the query' } } : {};
  }

  /** The arguments of a field that reads documents. */
  readArgs(type: ContentType, reads: 'one' | 'many'): GraphQLFieldConfigArgumentMap {
    const chosen =
      reads === 'many'
        ? this.listArgs(type)
        : type.kind === 'collectionType'
          ? { documentId: { type: nonNull(GraphQLID) } }
          : {};
    return { ...chosen, ...publicationArgs, ...this.localeArg(type) };
  }

  /** The arguments of a field that writes a document. */
  writeArgs(type: ContentType, action: 'create' | 'update' | 'delete'): GraphQLFieldConfigArgumentMap {
    const input = this.input(type);
    return {
      ...(action === 'create' || type.kind === 'singleType' ? {} : { documentId: { type: nonNull(GraphQLID) } }),
      ...(action === 'delete' || input === undefined ? {} : { ...statusArgs, data: { type: nonNull(input) } }),
      ...this.localeArg(type),
    };
  }

  /** The condition on documents of a type, or on components. */
  filters(holder: AttributeHolder): GraphQLInputObjectType | undefined {
    return this.define(`${nameOf(holder)}FiltersInput`, holder, (name) => {
      const filter: GraphQLInputObjectType = new GraphQLInputObjectType({
        name,
        fields: () => ({
          ...this.filterFields(holder),
          ...{ and: { type: new GraphQLList(filter) }, or: { type: new GraphQLList(filter) }, not: { type: filter } },
        }),
      });
      return filter;
    });
  }

  private filterFields(holder: AttributeHolder): Record<string, GraphQLInputFieldConfig> {
    const system = isContentType(holder) ? publicSystemAttributes(holder) : [];
    const documentId = isContentType(holder) && holder.kind === 'collectionType';
    const typeFor = (attribute: Attribute): GraphQLInputType | undefined => {
      switch (attribute.kind) {
        case 'scalar':
          return scalarFilters.get(scalarOf[attribute.value]);
        case 'component':
          return this.filters(componentOf(this.schema, attribute.component));
        case 'relation':
          return attribute.type === 'media' || !this.schema.types.has(attribute.target)
            ? undefined
            : this.filters(typeOf(this.schema, attribute.target));
        case 'dynamiczone':
        case 'morph':
          return undefined;
      }
    };
    return entries([
      ...(documentId ? [['documentId', { type: scalarFilters.get(GraphQLID) ?? GraphQLID }] as const] : []),
      ...[...holder.attributes.values(), ...system].filter(isAnswered).map((attribute) => {
        const type = typeFor(attribute);
        return [attribute.name, type === undefined ? undefined : { type }] as const;
      }),
    ]);
  }

  /** The values of a document or a component that is written. */
  input(holder: AttributeHolder): GraphQLInputObjectType | undefined {
    return this.define(
      `${nameOf(holder)}Input`,
      holder,
      (name) => new GraphQLInputObjectType({ name, fields: () => this.inputFields(holder) }),
    );
  }

  private inputFields(holder: AttributeHolder): Record<string, GraphQLInputFieldConfig> {
    const own = [...holder.attributes.values()]
      .filter(({ name, writable }) => isName(name) && writable !== false)
      .map((attribute) => {
        const type = this.inputType(holder, attribute);
        return [attribute.name, type === undefined ? undefined : { type }] as const;
      });
    if (!isContentType(holder)) return entries([['id', { type: GraphQLID }], ...own]);
    return entries([
      ...own,
      ['publishedAt', { type: scalarOf.datetime }],
      ['locale', holder.localized ? undefined : { type: GraphQLString }],
    ]);
  }

  private inputType(holder: AttributeHolder, attribute: Attribute): GraphQLInputType | undefined {
    switch (attribute.kind) {
      case 'scalar':
        return this.enumeration(holder, attribute) ?? scalarOf[attribute.value];
      case 'relation':
        if (!this.schema.types.has(attribute.target)) return undefined;
        return attribute.many ? new GraphQLList(GraphQLID) : GraphQLID;
      case 'component': {
        const type = this.input(componentOf(this.schema, attribute.component));
        return type !== undefined && attribute.repeatable ? new GraphQLList(type) : type;
      }
      case 'dynamiczone': {
        const type = this.zoneInput(holder, attribute);
        return type === undefined ? undefined : new GraphQLList(new GraphQLNonNull(type));
      }
      case 'morph':
        return undefined;
    }
  }

  /** An entry of a zone, which `__typename` says the component of. */
  private zoneInput(holder: AttributeHolder, attribute: DynamicZoneAttribute): GraphQLScalarType | undefined {
    return this.define(`${zoneNameOf(holder, attribute)}Input`, attribute, (name) => {
      const uids = new Map(attribute.components.map((uid) => [nameOf(componentOf(this.schema, uid)), uid]));
      const read = (value: unknown): object => {
        const { __typename: typename, ...values } = isObject(value) ? value : {};
        const uid = uids.get(String(typename));
        if (uid === undefined)
          throw new GraphQLError(`Component not found. expected one of: ${[...uids.keys()].join(', ')}`);
        return { __component: uid, ...values };
      };
      return new GraphQLScalarType({
        ...{ name, parseValue: read, parseLiteral: (node, variables) => read(jsonOf(node, variables)) },
      });
    });
  }
}
