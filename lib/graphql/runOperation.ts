// Runs an operation: its fields each ask REST; those of a query at once, those of a mutation one after the other.
import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  isNonNullType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { SendRequest } from '../api/restClient.ts';
import type { Request } from '../api/http/index.ts';
import { argumentsOf, collectFields, rowOf, type Operation, type Row } from './compile.ts';
import { formatFailure, formatFault, type FormattedError } from './errors.ts';
import { argumentBudget, limits as documentLimits } from './limits.ts';
import { resolveOf, type RootContext } from './rootFields.ts';

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
  /** Makes what asks for the field with a name. */
  readonly ask: (name: string) => SendRequest;
  readonly limits: RootContext['limits'] & { readonly maxBodyBytes: number };
  readonly room: Operation['room'];
}

const refuse = (message: string, code: string): Result => ({ errors: [formatFault(new GraphQLError(message), code)] });

/** The values of the result by name. */
interface Outcome {
  readonly data: Record<string, unknown>;
  /** A field that may not be null has none: then the result has none, as GraphQL has it. */
  isNull: boolean;
}

const describe = (error: unknown, request: Request, name: string): FormattedError =>
  error instanceof GraphQLError
    ? formatFault(error, 'BAD_USER_INPUT', error.path ?? [name])
    : formatFailure(error, request, [name]);

/** @returns why the field has no value; undefined if it has one */
const runField = async (
  { request, ask, limits, introspect }: RunContext & { readonly introspect: (nodes: readonly FieldNode[]) => Row },
  operation: Operation,
  type: GraphQLObjectType,
  [name, nodes]: readonly [string, readonly [FieldNode, ...FieldNode[]]],
  into: Outcome,
): Promise<FormattedError | undefined> => {
  const field = type.getFields()[nodes[0].name.value];
  try {
    if (field === undefined)
      into.data[name] = nodes[0].name.value === '__typename' ? type.name : introspect(nodes)[name];
    else {
      const args = argumentsOf(operation, field, nodes[0]);
      into.data[name] = await resolveOf(field)?.({ ask: ask(name), operation, name, field, nodes, args, limits });
    }
    return undefined;
  } catch (error) {
    into.data[name] = null;
    into.isNull ||= isNonNullType(field?.type);
    return describe(error, request, name);
  }
};

/**
 * @param call with a document that is valid
 * @returns the result; faults of the operation and its variables are errors without `data`
 */
export const runOperation = async (context: RunContext, call: Call): Promise<Result> => {
  const { schema, room, limits } = context;
  const { document, operationName, variables: sent } = call;
  const definition = getOperationAST(document, operationName);
  if (!definition)
    return refuse(
      operationName === undefined
        ? 'Must provide operation name if query contains multiple operations.'
        : `Unknown operation named "${operationName}".`,
      'OPERATION_RESOLUTION_FAILURE',
    );
  const type = schema.getRootType(definition.operation);
  if (!type) return refuse(`There is no operation of the kind ${definition.operation}.`, 'BAD_REQUEST');
  const options = { maxErrors: 20, hideSuggestions: true };
  const values = getVariableValues(schema, definition.variableDefinitions ?? [], sent, options);
  if (values.errors !== undefined)
    return { errors: values.errors.map((error) => formatFault(error, 'BAD_USER_INPUT')) };
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const named = new Map(fragments.map((one) => [one.name.value, one]));
  const faults: Operation['faults'] = [];
  const takeArguments = argumentBudget(
    definition.operation === OperationTypeNode.QUERY ? documentLimits.characters : limits.maxBodyBytes,
  );
  const operation = { schema, variables: values.coerced, fragments: named, room, faults, takeArguments };
  const fields = [...collectFields(operation, type, [definition.selectionSet])];
  // Names have their order before their values.
  const outcome: Outcome = { data: Object.fromEntries(fields.map(([name]) => [name, null])), isNull: false };
  /** What asks about the schema itself, by graphql-js. */
  const introspect = (nodes: readonly FieldNode[]): Row => {
    const selectionSet = { kind: Kind.SELECTION_SET, selections: nodes } as const;
    const definitions = [{ ...definition, selectionSet }, ...fragments];
    const answer = execute({ schema, document: { kind: Kind.DOCUMENT, definitions }, variableValues: sent });
    const { data, errors } = answer as ExecutionResult; // no resolver of the schema itself waits
    if (errors?.[0] !== undefined) throw errors[0];
    return rowOf(data);
  };
  const run = (field: (typeof fields)[number]) => runField({ ...context, introspect }, operation, type, field, outcome);
  const failures: (FormattedError | undefined)[] = [];
  if (definition.operation === OperationTypeNode.MUTATION) for (const field of fields) failures.push(await run(field));
  else failures.push(...(await Promise.all(fields.map(run))));
  failures.push(...faults.map(({ error, name }) => describe(error, context.request, name)));
  const errors = failures.filter((failure) => failure !== undefined);
  return { ...(errors.length > 0 ? { errors } : {}), data: outcome.isNull ? null : outcome.data };
};
