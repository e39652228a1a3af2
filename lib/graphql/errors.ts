// Errors in the form of Strapi's plugin (its format-graphql-error): with `extensions.code`, and `extensions.error` as REST has it.
import type { GraphQLError } from 'graphql';
import { toApiError, type Request } from '../api/http/index.ts';

/** An error in an answer. */
export type FormattedError = Readonly<Record<string, unknown>>;

/** Clients know the codes of Strapi: `STRAPI_PAGINATION_ERROR`. */
const codeOf = (name: string, status: number): string => {
  if (name === 'ForbiddenError' || name === 'UnauthorizedError') return 'FORBIDDEN';
  if (name === 'ValidationError') return 'BAD_USER_INPUT';
  if (status === 500) return 'INTERNAL_SERVER_ERROR';
  return `STRAPI_${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`;
};

/** @param path the name of the field in the result @returns what an operation throws; unexpected errors are logged, and say nothing */
export const formatFailure = (thrown: unknown, request: Request, path?: readonly string[]): FormattedError => {
  const { status, name, message, details } = toApiError(thrown, () => request);
  return {
    message,
    ...(path === undefined ? {} : { path }),
    extensions: { code: codeOf(name, status), error: { name, message, details } },
  };
};

const longestMessage = 2_000;

/** A fault of the document or of its variables, or a value that is missing. */
export const formatFault = (
  { message, locations, extensions, path: own }: GraphQLError,
  code: string,
  path: GraphQLError['path'] = own,
): FormattedError => ({
  // It can repeat a variable of any size.
  message: message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message,
  ...(locations === undefined ? {} : { locations }),
  ...(path === undefined ? {} : { path }),
  extensions: { code, ...extensions },
});
