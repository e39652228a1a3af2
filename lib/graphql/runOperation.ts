// Runs an operation: its fields each ask REST; those of a query at once, those of a mutation one after the other.
import {
  execute,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  isNonNullType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import type { Ask } from '../api/ask.ts';
import type { Request } from '../api/http/index.ts';
import { collectFields, type Operation } from './compile.ts';
import { formatFailure, formatFault, type FormattedError } from './errors.ts';
import { resolveOf } from './rootFields.ts';

/** What a request to run a document says. */
export interface Call {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** As GraphQL has it; without `data` if nothing was run. */
export interface Result {
  readonly data?: object | null;
  readonly errors?: readonly FormattedError[];
}

export interface RunContext {
  readonly schema: GraphQLSchema;
  readonly request: Request;
  /** Makes what asks for a field. */
  readonly ask: () => Ask;
  readonly maxLimit: number;
}

const refuse = (errors: readonly GraphQLError[], code: string): Result => ({
  errors: errors.map((error) => formatFault(error, code)),
});

type Field = GraphQLField<unknown, unknown>;

/** A field of a result: its value, or why it has none. */
type Outcome = { readonly value: unknown } | { readonly error: FormattedError };

const runField = async (
  context: RunContext,
  operation: Operation,
  name: string,
  field: Field,
  nodes: readonly FieldNode[],
): Promise<Outcome> => {
  const resolve = resolveOf(field);
  const [node] = nodes;
  if (resolve === undefined || node === undefined) return { value: null };
  try {
    const args = getArgumentValues(field, node, operation.variables);
    const { ask, maxLimit } = context;
    return { value: await resolve({ ask: ask(), operation, field, nodes, args, maxLimit }) };
  } catch (error) {
    return {
      error:
        error instanceof GraphQLError
          ? { ...formatFault(error, 'BAD_USER_INPUT'), path: [name] }
          : formatFailure(error, context.request, [name]),
    };
  }
};

/** What asks about the schema itself, by graphql-js. */
const introspect = (operation: Operation, nodes: readonly FieldNode[]): Record<string, unknown> => {
  const { schema, variables, fragments } = operation;
  const selectionSet = { kind: Kind.SELECTION_SET, selections: nodes } as const;
  const result = execute({
    schema,
    document: {
      kind: Kind.DOCUMENT,
      definitions: [
        { kind: Kind.OPERATION_DEFINITION, operation: OperationTypeNode.QUERY, selectionSet },
        ...fragments.values(),
      ],
    },
    variableValues: variables,
  });
  return { ...(result as { readonly data?: Record<string, unknown> }).data }; // nothing to wait for
};

/**
 * @param call with a document that is valid
 * @returns the result; faults of the operation and its variables are errors without `data`
 */
export const runOperation = async (context: RunContext, call: Call): Promise<Result> => {
  const { schema } = context;
  const { document, operationName, variables: sent } = call;
  const definition = getOperationAST(document, operationName);
  if (definition === null || definition === undefined)
    return refuse(
      [
        new GraphQLError(
          operationName === undefined
            ? 'Must provide operation name if query contains multiple operations.'
            : `Unknown operation named "${operationName}".`,
        ),
      ],
      'OPERATION_RESOLUTION_FAILURE',
    );
  const type = schema.getRootType(definition.operation);
  if (type === undefined || type === null || definition.operation === OperationTypeNode.SUBSCRIPTION)
    return refuse([new GraphQLError(`There are no operations of the kind ${definition.operation}.`)], 'BAD_REQUEST');
  const { errors, coerced } = getVariableValues(schema, definition.variableDefinitions ?? [], sent, { maxErrors: 50 });
  if (errors !== undefined) return refuse(errors, 'BAD_USER_INPUT');
  const fragments = document.definitions.filter(
    (one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION,
  );
  const operation = {
    schema,
    variables: coerced,
    fragments: new Map(fragments.map((one) => [one.name.value, one])),
  };
  const selected = [...collectFields(operation, type, [definition.selectionSet])];
  const known = (nodes: readonly FieldNode[]): Field | undefined => type.getFields()[nodes[0]?.name.value ?? ''];
  const run = ([name, nodes]: (typeof selected)[number]): Promise<Outcome> => {
    const field = known(nodes);
    if (field !== undefined) return runField(context, operation, name, field, nodes);
    const value = nodes[0]?.name.value === '__typename' ? type.name : introspect(operation, nodes)[name];
    return Promise.resolve({ value });
  };
  const outcomes: Outcome[] = [];
  if (definition.operation === OperationTypeNode.MUTATION) for (const one of selected) outcomes.push(await run(one));
  else outcomes.push(...(await Promise.all(selected.map(run))));
  return resultOf(selected, outcomes, (nodes) => isNonNullType(known(nodes)?.type));
};

/** A field that may not be null makes the whole result null, as GraphQL has it. */
const resultOf = (
  selected: readonly (readonly [string, readonly FieldNode[]])[],
  outcomes: readonly Outcome[],
  isRequired: (nodes: readonly FieldNode[]) => boolean,
): Result => {
  const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
  const isNull = selected.some(([, nodes], index) => {
    const outcome = outcomes[index];
    return outcome !== undefined && 'error' in outcome && isRequired(nodes);
  });
  const values = selected.map(([name], index) => {
    const outcome = outcomes[index];
    return [name, outcome !== undefined && 'value' in outcome ? outcome.value : null] as const;
  });
  return { ...(errors.length > 0 ? { errors } : {}), data: isNull ? null : Object.fromEntries(values) };
};
