// Reads the query string of a sync: cursor, types, locale and page size.
import { invalid, invalidKey } from '../../errors.ts';
import { isBranch, listOf, parseTree, readLimit, type Branch, type Tree } from '../query/index.ts';
import type { Service } from '../../platform/service.ts';
import { readCursor, type Cursor } from './cursor.ts';

export interface Asked {
  /** Type names, sorted and separated by commas; undefined: all types that the caller may find. */
  readonly types: string | undefined;
  /** undefined: all locales. */
  readonly locale: string | undefined;
  readonly limit: number;
  readonly cursor: Cursor | undefined;
}

const parameters = ['since', 'types', 'locale', 'pagination'];

const textOf = (given: Branch, path: string): string | undefined => {
  const value = given[path];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalid(`Invalid ${path}: expected one value`, { path });
  return value;
};

const nameIn = (part: Tree): string => {
  if (typeof part !== 'string' && part !== null)
    throw invalid('types must be a comma-separated list of content-type names', { path: 'types' });
  return part ?? '';
};

const typesIn = ({ types }: Branch): string | undefined => {
  const names = (isBranch(types) ? [types] : listOf(types))
    .flatMap((part) => nameIn(part).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : [...new Set(names)].sort().join(',');
};

const localeIn = (given: Branch): string | undefined => {
  const locale = textOf(given, 'locale');
  return locale === '*' ? undefined : locale;
};

/** A cursor keeps its types and locale: a query that repeats them must repeat the same values. */
const checkSame = (given: Branch, cursor: Cursor): void => {
  const asked = { types: typesIn(given), locale: localeIn(given) };
  for (const path of ['types', 'locale'] as const)
    if (given[path] !== undefined && asked[path] !== cursor[path])
      throw invalid(`since continues ${path}=${cursor[path] ?? '*'}: omit ${path}, or start again without since`, {
        path,
      });
};

/**
 * @param text the raw query string
 * @throws ApiError 400 for an unknown or invalid parameter, and for one that contradicts the cursor
 */
export const readAsked = (text: string, { config }: Service): Asked => {
  const given = parseTree(text);
  const other = Object.keys(given).find((key) => !parameters.includes(key));
  if (other !== undefined) throw invalidKey(other, '', 'query');
  const limit = readLimit(given.pagination, config.api.rest);
  const since = textOf(given, 'since');
  if (since === undefined) return { types: typesIn(given), locale: localeIn(given), limit, cursor: undefined };
  const cursor = readCursor(since);
  checkSame(given, cursor);
  return { types: cursor.types, locale: cursor.locale, limit, cursor };
};
