// Query text to a tree of strings: the only place that knows how brackets are written.
import qs from 'qs';
import { invalid, invalidKey } from '../../errors.ts';

export type Tree = string | null | readonly Tree[] | Branch;
export interface Branch {
  readonly [key: string]: Tree;
}

// Limits that protect; a query as long as a URL may be (10 kB on API Gateway) stays far below them.
const maxParameters = 1000;
/** As deep as brackets may be. */
export const maxDepth = 40;

/** `__proto__` as a key: qs drops it in silence, and with it a condition. */
const namesPrototype = (text: string): boolean =>
  text.split('&').some((pair) => {
    // Any of its letters may be percent-encoded.
    const key = (pair.split('=')[0] ?? '').replace(/%([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
    return /(^|\[)__proto__(\[|\]|$)/.test(key);
  });

/**
 * Reads a raw query string.
 *
 * @returns the parameters by name; objects have no prototype, so `constructor` is a key like any other
 * @throws ApiError 400 when there are more parameters, or deeper brackets, than any real query has
 */
export const parseTree = (text: string): Branch => {
  if (namesPrototype(text)) throw invalidKey('__proto__', '', 'query');
  try {
    // qs types its answer loosely; with these options it holds strings, nulls, lists and plain objects of them.
    return qs.parse(text, {
      ignoreQueryPrefix: true,
      plainObjects: true,
      strictNullHandling: true,
      depth: maxDepth,
      strictDepth: true,
      parameterLimit: maxParameters,
      arrayLimit: maxParameters,
      throwOnLimitExceeded: true,
    }) as unknown as Branch;
  } catch (error) {
    if (error instanceof RangeError) throw invalid(`The query string is too large: ${error.message}`);
    throw error;
  }
};

export const isBranch = (tree: Tree | undefined): tree is Branch =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree);

export const isList = (tree: Tree | undefined): tree is readonly Tree[] => Array.isArray(tree);

/** A value given once, several times, or not at all, as a list. */
export const listOf = (tree: Tree | undefined): readonly Tree[] =>
  tree === undefined ? [] : isList(tree) ? tree : isBranch(tree) ? Object.values(tree) : [tree];

/** A place in a query, for messages: the parameter, and the dotted path in it; empty at its top. */
export interface Site {
  readonly param: string;
  readonly path: string;
}

/** `populate.room.fields` */
export const shownSite = ({ param, path }: Site): string => (path === '' ? param : below(param, path));

/** `path` and `key` as one dotted path, for messages. */
export const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const yes = new Set(['true', 't', '1']);
const no = new Set(['false', 'f', '0']);

/** The boolean a text means, as Strapi reads it; undefined when it means none. */
export const booleanOf = (text: Tree | undefined): boolean | undefined =>
  typeof text !== 'string' ? undefined : yes.has(text) ? true : no.has(text) ? false : undefined;
