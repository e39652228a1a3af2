// Decides how equal two answers are.
import { isDeepStrictEqual } from 'node:util';
import type { Step } from './player.ts';

/** client-equal: the same status and data, or the same error name and path; messages may differ. */
export type Verdict = 'identical' | 'client-equal' | 'different';

export type Answer = Pick<Step, 'status' | 'body'>;

interface Failure {
  readonly name: string;
  readonly details?: { readonly key?: string; readonly errors?: readonly { readonly path: readonly string[] }[] };
}

const failureOf = ({ body }: Answer): Failure | undefined =>
  typeof body === 'object' && body !== null && 'error' in body ? (body.error as Failure) : undefined;

/** Error names of Strapi for which Lectern has another name. */
const aliases: Readonly<Record<string, string>> = { SyntaxError: 'ValidationError', Error: 'ApplicationError' };

/** The paths of an error; an error of the whole body has none. */
const pathsOf = ({ details }: Failure): readonly string[] =>
  [...new Set((details?.errors ?? []).map(({ path }) => path.join('.')))].filter((path) => path !== '').sort();

const isSameFailure = (reference: Failure, ours: Failure): boolean =>
  (aliases[reference.name] ?? reference.name) === ours.name &&
  (pathsOf(reference).length === 0 || isDeepStrictEqual(pathsOf(reference), pathsOf(ours))) &&
  (reference.details?.key === undefined || reference.details.key === ours.details?.key);

interface GraphqlFailure {
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly error?: Failure };
}

const graphqlFailuresOf = ({ body }: Answer): readonly GraphqlFailure[] =>
  typeof body === 'object' && body !== null && 'errors' in body ? (body.errors as readonly GraphqlFailure[]) : [];

const hasCrashed = (answer: Answer): boolean =>
  graphqlFailuresOf(answer).some(({ extensions }) => extensions.code === 'INTERNAL_SERVER_ERROR');

/** Whether an answer of GraphQL, or a part of it, is an error that nobody expected. */
export const isCrash = (answer: Answer): boolean => answer.status >= 500 || hasCrashed(answer);

const isSameGraphqlFailure = (reference: GraphqlFailure, ours: GraphqlFailure | undefined): boolean => {
  if (ours === undefined || !isDeepStrictEqual(reference.path, ours.path)) return false;
  const [expected, found] = [reference.extensions.error, ours.extensions.error];
  if (reference.extensions.code !== ours.extensions.code) return false;
  return expected === undefined || found === undefined ? expected === found : isSameFailure(expected, found);
};

/** As `isClientEqual`, for answers of GraphQL with errors: the same data, and errors at the same paths. */
const isClientEqualGraphql = (reference: Answer, ours: Answer): boolean => {
  const [expected, failures] = [graphqlFailuresOf(reference), graphqlFailuresOf(ours)];
  if (isCrash(reference)) return failures.length > 0 && !isCrash(ours);
  const dataOf = ({ body }: Answer): unknown => (body as { readonly data?: unknown }).data;
  return (
    reference.status === ours.status &&
    expected.length === failures.length &&
    isDeepStrictEqual(dataOf(reference), dataOf(ours)) &&
    expected.every((failure, index) => isSameGraphqlFailure(failure, failures[index]))
  );
};

const isClientEqual = (reference: Answer, ours: Answer): boolean => {
  const [expectedFailure, failure] = [failureOf(reference), failureOf(ours)];
  if (graphqlFailuresOf(reference).length > 0) return isClientEqualGraphql(reference, ours);
  // where Strapi crashes, Lectern answers 400
  if (reference.status >= 500) return ours.status === 400 && failure?.name === 'ValidationError';
  if (reference.status !== ours.status) return false;
  if (typeof reference.body === 'string') return true; // the plain text of an error repeats the status
  return expectedFailure !== undefined && failure !== undefined && isSameFailure(expectedFailure, failure);
};

/** @param reference the recorded answer; @param ours the answer of Lectern, both normalised */
export const compareAnswers = (reference: Answer, ours: Answer): Verdict => {
  if (reference.status === ours.status && isDeepStrictEqual(reference.body, ours.body)) return 'identical';
  return isClientEqual(reference, ours) ? 'client-equal' : 'different';
};

/** @returns what clients see of an answer: of errors their names and places, without messages */
export const clientView = ({ status, body }: Answer): Answer => {
  const failures = graphqlFailuresOf({ status, body });
  const failure = failureOf({ status, body });
  const viewOf = (error: Failure) => ({ name: error.name, paths: pathsOf(error), key: error.details?.key });
  if (failure !== undefined) return { status, body: viewOf(failure) };
  if (failures.length === 0) return { status, body };
  const errors = failures.map(({ path, extensions: { code, error } }) => ({
    ...{ path, code, error: error === undefined ? undefined : viewOf(error) },
  }));
  return { status, body: { ...(body as object), errors } };
};
