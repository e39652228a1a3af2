// Checks bodies that are plain objects, without a `data` envelope.
import { invalid, invalidKey, type InvalidValue } from '../errors.ts';

export type PlainBody = Readonly<Record<string, unknown>>;

/**
 * @param keys the allowed keys
 * @param parent the path of the object in the body
 * @throws ApiError 400 if the body is not an object or has another key
 */
export const plainBody = (body: unknown, keys: readonly string[], parent: readonly string[] = []): PlainBody => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('The request body must be an object');
  const unknown = Object.keys(body).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw invalidKey(unknown, parent.join('.'), 'body');
  return body as PlainBody; // checked above
};

/** A wrong type of a secret value, which the error does not repeat: a password, a token, a URL that may contain one. */
export const wrongSecretType = (path: readonly string[], type: string): InvalidValue => ({
  path,
  message: `${path.join('.')} must be a \`${type}\` type`,
  value: undefined,
});

export const wrongType = (path: readonly string[], type: string, value: unknown): InvalidValue => ({
  path,
  message: `${path.join('.')} must be a \`${type}\` type, but the final value was: \`${JSON.stringify(value)}\`.`,
  value,
});
