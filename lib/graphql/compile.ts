// Compiles a selection, once for each field of a query: to what REST reads (`Selection`), and to functions that read its answer.
//
// graphql-js would call a resolver for each value, and check its type again: for a hundred documents, that takes as long as REST itself.
// So required values are not checked again either: a draft that lacks one has null there, and is not lost.
import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { invalid } from '../errors.ts';
import { isObject, type AttributeHolder } from '../schema/index.ts';
import type { Room } from './answerSize.ts';
import { choiceOf, readSlice } from './args.ts';
import { partOf, type Part } from './parts.ts';
import type { Level, Selection } from './Selection.ts';

export type Row = Readonly<Record<string, unknown>>;

export const rowOf = (value: unknown): Row => (isObject(value) ? value : {});

/** Reads a value of the result from an object of REST's answer. */
export type Read = (row: Row) => unknown;

/** What a document means in a request. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced. */
  readonly variables: Row;
  /** Of the answer. */
  readonly room: Pick<Room, 'take' | 'takeValue'>;
}

/** @returns the fields of an object by their names in the result; several nodes of one name are one field */
export const collectFields = (
  { schema, fragments, variables }: Operation,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]> => {
  const found = new Map<string, [FieldNode, ...FieldNode[]]>();
  const visited = new Set<string>();
  const isLeftOut = (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if === false;
  const visitIfFits = (name: string | undefined, set: SelectionSetNode): void => {
    const condition = name === undefined ? type : schema.getType(name);
    if (condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))) visit(set);
  };
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (isLeftOut(node)) continue;
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : undefined;
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        const known = found.get(name);
        if (known === undefined) found.set(name, [node]);
        else known.push(node);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        visitIfFits(node.typeCondition?.name.value, node.selectionSet);
      } else if (fragment !== undefined && !visited.has(node.name.value)) {
        visited.add(node.name.value);
        visitIfFits(fragment.typeCondition.name.value, fragment.selectionSet);
      }
    }
  };
  for (const set of sets) visit(set);
  return found;
};

export const setsOf = (nodes: readonly FieldNode[]): readonly SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => selectionSet ?? []);

const readEach = (value: unknown, read: Read): unknown =>
  Array.isArray(value) ? value.map((one) => readEach(one, read)) : isObject(value) ? read(value) : null;

/** More than sites select. Each alias of a polymorphic relation has the fields of all types. */
const maxFields = 10_000;

export class Compiler {
  private readonly operation: Operation;
  private readonly selection: Selection;
  private fields = 0;

  constructor(operation: Operation, selection: Selection) {
    this.operation = operation;
    this.selection = selection;
  }

  /** @throws ApiError 400 for arguments that REST cannot have there, and for a selection that is too large */
  object(type: GraphQLObjectType, sets: readonly SelectionSetNode[], level: Level): Read {
    const fields = [...collectFields(this.operation, type, sets)];
    // The property of this name is none of the object.
    if (fields.some(([name]) => name === '__proto__')) throw invalid('A field cannot be named __proto__');
    this.fields += fields.length;
    if (this.fields > maxFields) throw invalid(`The document selects more than ${maxFields} fields`);
    const bytes = JSON.stringify(fields.map(([name]) => name)).length;
    const readers = fields.map(([name, nodes]) => [name, this.field(type, nodes, level)] as const);
    return (row) => {
      this.operation.room.take(bytes);
      const result: Record<string, unknown> = {};
      for (const [name, read] of readers) result[name] = read(row);
      return result;
    };
  }

  private field(type: GraphQLObjectType, nodes: readonly [FieldNode, ...FieldNode[]], level: Level): Read {
    const [node] = nodes;
    const { value: name } = node.name;
    const field = type.getFields()[name];
    if (field === undefined) return () => type.name; // `__typename`: validation refuses others
    const part = partOf(field);
    const { room } = this.operation;
    const sets = setsOf(nodes);
    const named = getNamedType(field.type);
    const inner = (at: Level): Read => (isObjectType(named) ? this.object(named, sets, at) : () => null);
    if (type.name === 'Pagination' && (name === 'total' || name === 'pageCount')) this.selection.isCounted = true;
    switch (part?.kind) {
      case undefined: {
        if (!isObjectType(named)) return (row) => room.takeValue(row[name] ?? null);
        const read = inner(level);
        return (row) => readEach(row[name], read);
      }
      case 'value': {
        const { name: attribute, convert = (value: unknown) => value } = part;
        level.select(attribute);
        return (row) => room.takeValue(convert(row[attribute] ?? null));
      }
      case 'nodes': {
        const read = inner(level);
        return (row) => readEach(row.nodes, read);
      }
      case 'inner':
        return this.relation(field, part, node, level, inner);
      case 'union':
        return this.union(field, part, sets, level);
    }
  }

  private relation(
    field: GraphQLField<unknown, unknown>,
    { name, holder, paged }: Extract<Part, { readonly kind: 'inner' }>,
    node: FieldNode,
    level: Level,
    inner: (at: Level) => Read,
  ): Read {
    const args = getArgumentValues(field, node, this.operation.variables);
    const choice = choiceOf(field, args);
    if (name === 'localizations' && Object.keys(choice).length > 0)
      throw invalid('localizations cannot be filtered or sorted: it has all other locales', { path: name });
    const page = readSlice(args.pagination);
    const { start = 0, limit = Infinity } = page;
    const at = level.into(name, holder, paged ? { ...choice, ...page } : choice);
    const read = inner(at);
    const { storage } = at;
    if (field.args.length === 0) return (row) => readEach(row[storage], read);
    // REST leaves out what the caller may not find: a list is then empty.
    const list = (row: Row): unknown => {
      const values = row[storage] ?? [];
      return paged || !Array.isArray(values) ? values : values.slice(start, start + limit);
    };
    const isList = isListType(getNullableType(field.type));
    return isList ? (row) => readEach(list(row), read) : (row) => read({ nodes: list(row) });
  }

  /** The values of a zone are all answered; those of a morph only if a fragment or `__typename` selects something of them. */
  private union(
    field: GraphQLField<unknown, unknown>,
    { name, by }: Extract<Part, { readonly kind: 'union' }>,
    sets: readonly SelectionSetNode[],
    level: Level,
  ): Read {
    const at = level.into(name, undefined);
    const { storage } = at;
    const reads = new Map<unknown, Read>();
    const union = getNamedType(field.type);
    for (const type of isUnionType(union) ? union.getTypes() : []) {
      const holder = type.extensions.holder as AttributeHolder | undefined; // TypeBuilder puts it there
      if (holder === undefined || (by === '__type' && collectFields(this.operation, type, sets).size === 0)) continue;
      reads.set(holder.uid, this.object(type, sets, at.into(holder.uid, holder, {}, '')));
    }
    const read: Read = (row) => reads.get(row[by])?.(row) ?? null;
    const isList = isListType(getNullableType(field.type));
    return (row) => readEach(row[storage] ?? (isList ? [] : null), read);
  }
}
