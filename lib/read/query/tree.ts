// Parses query text to a tree of strings: the only code that knows the bracket syntax.
import qs from 'qs';
import { invalid, invalidKey } from '../../errors.ts';

export type Tree = string | null | readonly Tree[] | Branch;
export interface Branch {
  readonly [key: string]: Tree;
}

// Limits against abuse: a query in the longest URL (10 kB on API Gateway) stays far below them.
const maxParameters = 1000;
/** The deepest nesting of brackets. */
export const maxDepth = 40;

/** Whether the text has `__proto__` as a key: qs drops that key silently, and a condition with it. */
const namesPrototype = (text: string): boolean =>
  text.split('&').some((pair) => {
    // Any letter of the key may be percent-encoded.
    const key = (pair.split('=')[0] ?? '').replace(/%([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
    return /(^|\[)__proto__(\[|\]|$)/.test(key);
  });

/**
 * Reads a raw query string, or the body of a URL-encoded form. A name without `=` is null in a query, and an empty text in a
 * form, as in Strapi.
 *
 * @returns the parameters by name; objects have no prototype, so `constructor` is an ordinary key
 * @throws ApiError 400 when there are more than 1000 parameters, or more than 40 levels of brackets
 */
export const parseTree = (text: string, source: 'query' | 'body' = 'query'): Branch => {
  if (namesPrototype(text)) throw invalidKey('__proto__', '', source);
  try {
    // qs's return type is loose; with these options it returns strings, nulls, lists and plain objects of them.
    return qs.parse(text, {
      ignoreQueryPrefix: true,
      plainObjects: true,
      strictNullHandling: source === 'query',
      depth: maxDepth,
      strictDepth: true,
      parameterLimit: maxParameters,
      arrayLimit: maxParameters,
      throwOnLimitExceeded: true,
    }) as unknown as Branch;
  } catch (error) {
    if (error instanceof RangeError)
      throw invalid(`The ${source === 'query' ? 'query string' : 'body'} is too large: ${error.message}`);
    throw error;
  }
};

/**
 * Converts JSON to the tree that a query string would give: its values are texts.
 *
 * @throws ApiError 400 for more than 40 levels
 */
export const treeFromJson = (json: unknown, level = 1): Tree => {
  if (level > maxDepth) throw invalid(`The values are nested over ${maxDepth} levels`);
  if (Array.isArray(json)) return json.map((value) => treeFromJson(value, level + 1));
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, treeFromJson(value, level + 1)]));
  return json === null || json === undefined ? null : typeof json === 'string' ? json : JSON.stringify(json);
};

/**
 * Converts the query of a program to the tree that a query string would give. Parameters that are undefined are absent.
 *
 * @throws TypeError for undefined inside of a parameter: the filter with it would be absent, and match everything
 */
export const treeFromValues = (query: Readonly<Record<string, unknown>>): Branch =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, treeOf(value, name)]])),
  );

const treeOf = (value: unknown, path: string): Tree => {
  if (value === undefined) throw new TypeError(`the query has no value at ${path}`);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return treeFromJson(value);
  if (path.split('.').length > maxDepth) throw invalid(`The values are nested over ${maxDepth} levels`);
  if (Array.isArray(value)) return value.map((part, index) => treeOf(part, `${path}.${index}`));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, treeOf(part, `${path}.${key}`)]));
};

export const isBranch = (tree: Tree | undefined): tree is Branch =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree);

/** Whether a parameter is absent, or present without a value. */
export const isEmpty = (tree: Tree | undefined): tree is '' | null | undefined =>
  tree === undefined || tree === null || tree === '';

export const isList = (tree: Tree | undefined): tree is readonly Tree[] => Array.isArray(tree);

/** A parameter that is absent, present once or repeated, as a list. */
export const listOf = (tree: Tree | undefined): readonly Tree[] =>
  tree === undefined ? [] : isList(tree) ? tree : isBranch(tree) ? Object.values(tree) : [tree];

/** Where an error is in a query: the parameter, and the dotted path inside it (empty for the parameter itself). */
export interface ErrorLocation {
  readonly param: string;
  readonly path: string;
}

/** `populate.room.fields` */
export const formatLocation = ({ param, path }: ErrorLocation): string => (path === '' ? param : joinPath(param, path));

/** Appends `key` to a dotted path, for messages. */
export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const trueTexts = new Set(['true', 't', '1']);
const falseTexts = new Set(['false', 'f', '0']);

/** @returns the boolean that a text stands for in Strapi; undefined when it stands for none */
export const booleanOf = (text: Tree | undefined): boolean | undefined =>
  typeof text !== 'string' ? undefined : trueTexts.has(text) ? true : falseTexts.has(text) ? false : undefined;
