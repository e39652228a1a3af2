// Compiles a selection, once for each field of a query: to what REST reads (`Selection`), and to functions that read its answer.
//
// graphql-js would call a resolver for each value, and check its type again: for a hundred documents, that takes as long as REST itself.
// Of the types, only `!` is checked: what lacks a required value is null, with an error.
import {
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { invalid } from '../errors.ts';
import { isObject, type AttributeHolder } from '../schema/index.ts';
import type { Room } from './answerSize.ts';
import { choiceOf, readSlice } from './args.ts';
import { partOf, type InnerPart, type Part } from './parts.ts';
import type { Level, Selection } from './Selection.ts';

export type Row = Readonly<Record<string, unknown>>;

export const rowOf = (value: unknown): Row => (isObject(value) ? value : {});

/** Reads a value of the result from one of REST's answer. */
export type Read<Value = unknown> = (value: Value) => unknown;

/** What a document means in a request. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced. */
  readonly variables: Row;
  /** Of the answer. */
  readonly room: Pick<Room, 'take' | 'takeValue'>;
  /** Why values within the result are null or missing, with the name of their root field. */
  readonly faults: { readonly error: unknown; readonly name: string }[];
  /** Bounds what all arguments have together. @throws GraphQLError */
  readonly takeArguments: (value: unknown) => void;
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

/** @returns the arguments of a field, coerced @throws GraphQLError for arguments that the field cannot have, or that are too large */
export const argumentsOf = (
  { variables, takeArguments }: Operation,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): Row => {
  const args = getArgumentValues(field, node, variables);
  takeArguments(args);
  return args;
};

export const setsOf = (nodes: readonly FieldNode[]): readonly SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => selectionSet ?? []);

/** More than sites select. Each alias of a polymorphic relation has the fields of all types. */
const maxFields = 10_000;

export class Compiler {
  private readonly operation: Operation;
  private readonly selection: Selection;
  /** Where the value is that is being read. */
  private readonly path: (string | number)[];
  private fields = 0;

  constructor(operation: Operation, selection: Selection, name: string) {
    this.operation = operation;
    this.selection = selection;
    this.path = [name];
  }

  /** @returns what reads values of a type; as GraphQL has it, a value that may not be null, and is, makes null what has it */
  complete(type: GraphQLOutputType, label: string, read: Read): Read {
    const nullable = getNullableType(type);
    const item = isListType(nullable) ? this.complete(nullable.ofType, label, read) : undefined;
    const list: Read = (value) =>
      item && Array.isArray(value) ? value.map((one, index) => this.readAt(index, item, one)) : null;
    const readValue = item === undefined ? read : list;
    if (isNonNullType(type)) return (value) => readValue(value) ?? this.refuseNull(label);
    return isLeafType(type) ? readValue : (value) => this.readNullable(readValue, value);
  }

  private readAt<Value>(step: string | number, read: Read<Value>, value: Value): unknown {
    this.path.push(step);
    const result = read(value);
    this.path.pop();
    return result;
  }

  private readNullable(read: Read, value: unknown): unknown {
    const { length } = this.path;
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      this.operation.faults.push({ error, name: String(this.path[0]) });
      this.path.length = length;
      return null;
    }
  }

  private refuseNull(label: string): never {
    const options = { path: [...this.path], extensions: { code: 'MISSING_VALUE' } };
    throw new GraphQLError(`Cannot return null for non-nullable field ${label}.`, options);
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
      if (!isObject(row)) return null;
      this.operation.room.take(bytes);
      const result: Record<string, unknown> = {};
      for (const [name, read] of readers) result[name] = this.readAt(name, read, row);
      return result;
    };
  }

  private field(type: GraphQLObjectType, nodes: readonly [FieldNode, ...FieldNode[]], level: Level): Read<Row> {
    const [node] = nodes;
    const { value: name } = node.name;
    const field = type.getFields()[name];
    if (field === undefined) return () => type.name; // `__typename`: validation refuses others
    const part = partOf(field);
    const { room } = this.operation;
    const sets = setsOf(nodes);
    const named = getNamedType(field.type);
    const complete = (read: Read): Read => this.complete(field.type, `${type.name}.${name}`, read);
    const inner = (at: Level): Read =>
      complete(isObjectType(named) ? this.object(named, sets, at) : (value) => room.takeValue(value ?? null));
    if (type.name === 'Pagination' && (name === 'total' || name === 'pageCount')) this.selection.isCounted = true;
    switch (part?.kind) {
      case undefined: {
        const read = inner(level);
        return (row) => read(row[name]);
      }
      case 'value': {
        const { name: attribute, convert = (value: unknown) => value } = part;
        level.select(attribute);
        const read = complete((value) => room.takeValue((value ?? null) === null ? null : convert(value)));
        return (row) => read(row[attribute]);
      }
      case 'inner':
        return this.relation(field, part, node, level, inner);
      case 'union':
        return this.union(field, part, sets, level, complete);
    }
  }

  private relation(
    field: GraphQLField<unknown, unknown>,
    { name, holder, paged }: InnerPart,
    node: FieldNode,
    level: Level,
    inner: (at: Level) => Read,
  ): Read<Row> {
    const args = argumentsOf(this.operation, field, node);
    const choice = choiceOf(field, args);
    const page = readSlice(args.pagination);
    const { start = 0, limit = Infinity } = page;
    const at = level.into(name, holder, paged ? { ...choice, ...page } : choice);
    const read = inner(at);
    const { storage } = at;
    if (field.args.length === 0) return (row) => read(row[storage]);
    // REST leaves out what the caller may not find: a list is then empty.
    const list = (row: Row): unknown => {
      const values = row[storage] ?? [];
      return paged || !Array.isArray(values) ? values : values.slice(start, start + limit);
    };
    const isList = isListType(getNullableType(field.type));
    return (row) => read(isList ? list(row) : { nodes: list(row) });
  }

  /** The values of a zone are all answered; those of a morph only if a fragment or `__typename` selects something of them. */
  private union(
    field: GraphQLField<unknown, unknown>,
    { name, by }: Extract<Part, { readonly kind: 'union' }>,
    sets: readonly SelectionSetNode[],
    level: Level,
    complete: (read: Read) => Read,
  ): Read<Row> {
    const at = level.into(name, undefined);
    const { storage } = at;
    const reads = new Map<unknown, Read>();
    const union = getNamedType(field.type);
    for (const type of isUnionType(union) ? union.getTypes() : []) {
      const holder = type.extensions.holder as AttributeHolder | undefined; // TypeBuilder puts it there
      // REST leaves out values of which nothing is selected, and one that is required is not left out.
      const isOpen = by === '__type' && !isNonNullType(field.type);
      if (holder === undefined || (isOpen && collectFields(this.operation, type, sets).size === 0)) continue;
      reads.set(holder.uid, this.object(type, sets, at.into(holder.uid, holder, {}, '')));
    }
    const isList = isListType(getNullableType(field.type));
    const read = complete((value) => reads.get(rowOf(value)[by])?.(value) ?? null);
    return (row) => read(row[storage] ?? (isList ? [] : null));
  }
}
