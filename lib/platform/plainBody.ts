// Bodies that are plain objects, without the envelope of documents.
import { invalid, invalidKey, type InvalidValue } from '../errors.ts';

export type PlainBody = Readonly<Record<string, unknown>>;

/**
 * @param keys those that it may have
 * @throws ApiError 400 for what is no object, and for another key
 */
export const plainBody = (body: unknown, keys: readonly string[]): PlainBody => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('The request body must be an object');
  const unknown = Object.keys(body).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw invalidKey(unknown, '', 'body');
  return body as PlainBody; // an object by now
};

/** The type of a value that no error repeats: a password, a token, an address that may have one in it. */
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
