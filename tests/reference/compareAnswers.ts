// Decides how equal two answers are.
import { isDeepStrictEqual } from 'node:util';
import type { Step } from './player.ts';

/** client-equal: the same status and data, or the same error name and path; messages may differ. */
export type Verdict = 'identical' | 'client-equal' | 'different';

type Answer = Pick<Step, 'status' | 'body'>;

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

const isClientEqual = (reference: Answer, ours: Answer): boolean => {
  const [expectedFailure, failure] = [failureOf(reference), failureOf(ours)];
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
