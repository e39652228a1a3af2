// Reads what a request asks for, with the messages of the server that clients know (`@apollo/server`).
import { parseJson, type Request } from '../api/http/index.ts';
import { isObject } from '../schema/index.ts';
import { isShallow } from './limits.ts';

/** What a request sends. */
export interface Sent {
  /** The document; undefined: `extensions` name it. */
  readonly query?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
  readonly extensions: unknown;
}

const checkCall = (body: unknown): Sent | string => {
  if (Array.isArray(body)) return 'Operation batching disabled.';
  if (!isObject(body) || Object.keys(body).length === 0)
    return 'POST body missing, invalid Content-Type, or JSON object has no keys.';
  const query = body.query ?? undefined;
  const operationName = body.operationName ?? undefined;
  const [variables, extensions] = [body.variables ?? {}, body.extensions ?? {}];
  if (query !== undefined && typeof query !== 'string') return 'GraphQL queries must be strings.';
  if (!isObject(variables)) return '`variables` in a POST body must be an object if provided.';
  if (!isObject(extensions)) return '`extensions` in a POST body must be an object if provided.';
  if (!isShallow(variables)) return '`variables` are nested too deep.';
  if (operationName !== undefined && typeof operationName !== 'string')
    return '`operationName` in a POST body must be a string if provided.';
  return { query, variables, operationName, extensions };
};

/** @returns the parameters as a body has them; a text where one of them is no JSON, which `checkCall` refuses */
const readParameters = (text: string): object => {
  const read = ([name, value]: readonly [string, string]): readonly [string, unknown] => {
    if (name !== 'variables' && name !== 'extensions') return [name, value];
    if (value === '') return [name, undefined];
    try {
      return [name, parseJson(value)];
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError) return [name, value];
      throw error;
    }
  };
  return Object.fromEntries([...new URLSearchParams(text)].map(read));
};

/**
 * @returns what the request sends, or why it sends nothing that can run
 * @throws ApiError as `readBody`
 */
export const readCall = async ({ method, query, readBody }: Request): Promise<Sent | string> =>
  checkCall(method === 'GET' ? readParameters(query) : await readBody());
