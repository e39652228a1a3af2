// Compiles a selection, once for each field of a query: to what REST reads (`Selection`), and to functions that read its answer.
//
// graphql-js would call a resolver for each value, and check its type again: for a hundred documents, that takes as long as REST itself.
import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { invalid } from '../errors.ts';
import { isContentType, isObject, type AttributeHolder } from '../schema/index.ts';
import { readFilters, readSlice, readSort, type Slice } from './args.ts';
import { partOf, type Part } from './parts.ts';
import type { Level, Selection } from './Selection.ts';

/** Reads a value of the result from an object of REST's answer. */
export type Read = (row: Readonly<Record<string, unknown>>) => unknown;

/** What a document means in this request. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The fields of an object, by their names in the result; several nodes of one name are merged. */
export const collectFields = (
  operation: Operation,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly FieldNode[]> => {
  const { schema, fragments, variables } = operation;
  const found = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const isLeftOut = (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if === false;
  const fits = (name: string | undefined): boolean => {
    const condition = name === undefined ? type : schema.getType(name);
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
  };
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (isLeftOut(node)) continue;
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        // It is no property of its own in an object.
        if (name === '__proto__') throw invalid('Invalid name __proto__');
        found.set(name, [...(found.get(name) ?? []), node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        if (fits(node.typeCondition?.name.value)) visit(node.selectionSet);
      } else if (!visited.has(node.name.value)) {
        visited.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment !== undefined && fits(fragment.typeCondition.name.value)) visit(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) visit(set);
  return found;
};

const setsOf = (nodes: readonly FieldNode[]): readonly SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => selectionSet ?? []);

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> => isObject(value);

const each = (value: unknown, read: Read): unknown =>
  Array.isArray(value)
    ? value.map((one: unknown) => (isRow(one) ? read(one) : null))
    : isRow(value)
      ? read(value)
      : null;

const slice = (value: unknown, { start = 0, limit = Infinity }: Slice): unknown =>
  Array.isArray(value) ? value.slice(start, start + limit) : value;

/** What a caller may not find is left out by REST: a list is then empty. */
const listIn = (value: unknown): unknown => value ?? [];

export class Compiler {
  private readonly operation: Operation;
  private readonly selection: Selection;

  constructor(operation: Operation, selection: Selection) {
    this.operation = operation;
    this.selection = selection;
  }

  /** @throws ApiError 400 for arguments that REST cannot have there */
  object(type: GraphQLObjectType, sets: readonly SelectionSetNode[], level: Level): Read {
    const readers = [...collectFields(this.operation, type, sets)].map(
      ([name, nodes]) => [name, this.field(type, nodes, level)] as const,
    );
    return (row) => {
      const result: Record<string, unknown> = {};
      for (const [name, read] of readers) result[name] = read(row);
      return result;
    };
  }

  private field(type: GraphQLObjectType, nodes: readonly FieldNode[], level: Level): Read {
    const name = nodes[0]?.name.value ?? '';
    if (name === '__typename') return () => type.name;
    const field = type.getFields()[name];
    if (field === undefined) throw invalid(`There is no field ${name}`); // validation refuses it before
    const part = partOf(field);
    const named = getNamedType(field.type);
    if (type.name === 'Pagination' && (name === 'total' || name === 'pageCount')) this.selection.isCounted = true;
    switch (part?.kind) {
      case undefined:
        return this.property(name, named, nodes, level);
      case 'value': {
        const { name: attribute, convert } = part;
        level.select(attribute);
        return convert === undefined ? (row) => row[attribute] ?? null : (row) => convert(row[attribute] ?? null);
      }
      case 'nodes': {
        const read = this.inner(named, setsOf(nodes), level);
        return (row) => each(row.nodes, read);
      }
      case 'inner':
        return this.relation(field, part, nodes, level);
      case 'union':
        return this.union(named, part, setsOf(nodes), level);
    }
  }

  /** A property of an answer that is no document. */
  private property(name: string, type: GraphQLNamedType, nodes: readonly FieldNode[], level: Level): Read {
    if (!isObjectType(type)) return (row) => row[name] ?? null;
    const read = this.object(type, setsOf(nodes), level);
    return (row) => each(row[name], read);
  }

  private inner(type: GraphQLNamedType, sets: readonly SelectionSetNode[], level: Level): Read {
    return isObjectType(type) ? this.object(type, sets, level) : () => null;
  }

  private relation(
    field: GraphQLField<unknown, unknown>,
    part: Extract<Part, { readonly kind: 'inner' }>,
    nodes: readonly FieldNode[],
    level: Level,
  ): Read {
    const { name, holder, shape, paged } = part;
    const [node] = nodes;
    const args = node === undefined ? {} : getArgumentValues(field, node, this.operation.variables);
    const page = readSlice(args.pagination);
    const inner = level.into(name, holder, {
      ...this.chosen(field, args, name, holder),
      ...(paged === true ? page : {}),
    });
    const { storage } = inner.step;
    const read = this.inner(getNamedType(field.type), setsOf(nodes), inner);
    if (shape === 'one') return (row) => each(row[storage], read);
    const list: Read = paged === true ? (row) => listIn(row[storage]) : (row) => slice(listIn(row[storage]), page);
    return shape === 'list' ? (row) => each(list(row), read) : (row) => read({ nodes: list(row) });
  }

  /** @returns `filters` and `sort` of REST @throws ApiError 400 for other locales, which REST always answers whole */
  private chosen(
    { args: declared }: GraphQLField<unknown, unknown>,
    args: Readonly<Record<string, unknown>>,
    name: string,
    holder: AttributeHolder,
  ): Readonly<Record<string, unknown>> {
    const type = declared.find((one) => one.name === 'filters')?.type;
    const filters = type === undefined ? undefined : readFilters(args.filters, type);
    const sort = readSort(args.sort);
    if (name === 'localizations' && isContentType(holder) && (filters ?? sort) !== undefined)
      throw invalid('localizations cannot be filtered or sorted: it has all other locales', { path: name });
    return { ...(filters === undefined ? {} : { filters }), ...(sort === undefined ? {} : { sort }) };
  }

  /** The values of a zone are all answered; those of a morph only if a fragment or `__typename` selects something of them. */
  private union(
    type: GraphQLNamedType,
    { name, by, many }: Extract<Part, { readonly kind: 'union' }>,
    sets: readonly SelectionSetNode[],
    level: Level,
  ): Read {
    const inner = level.into(name, undefined);
    const { storage } = inner.step;
    const reads = new Map<unknown, Read>();
    for (const one of isUnionType(type) ? type.getTypes() : []) {
      const holder = one.extensions.holder as AttributeHolder | undefined;
      const isSelected = by === '__component' || collectFields(this.operation, one, sets).size > 0;
      if (holder !== undefined && isSelected) reads.set(holder.uid, this.object(one, sets, inner.part(holder)));
    }
    const read: Read = (row) => reads.get(row[by])?.(row) ?? null;
    return many ? (row) => each(listIn(row[storage]), read) : (row) => each(row[storage], read);
  }
}

/** Whether the value of a field may not be null, and whether it is a list. */
export const isRequired = isNonNullType;
export const isList = (type: GraphQLField<unknown, unknown>['type']): boolean =>
  isListType(isNonNullType(type) ? type.ofType : type);
