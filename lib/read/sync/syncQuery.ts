// Reads the query string of a sync: cursor, types, locale and page size.
import { invalid, invalidKey } from '../../errors.ts';
import { isBranch, listOf, parseTree, readLimit, type Branch, type Tree } from '../query/index.ts';
import type { Service } from '../../platform/service.ts';
import { readSyncCursor, type SyncCursor } from './cursor.ts';

export interface SyncQuery {
  /** Type names, sorted and separated by commas; undefined: all types that the caller may find. */
  readonly types: string | undefined;
  /** undefined: all locales. */
  readonly locale: string | undefined;
  readonly limit: number;
  readonly cursor: SyncCursor | undefined;
}

const allowedParameters = ['since', 'types', 'locale', 'pagination'];

const textOf = (query: Branch, path: string): string | undefined => {
  const value = query[path];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalid(`Invalid ${path}: expected one value`, { path });
  return value;
};

const readName = (part: Tree): string => {
  if (typeof part !== 'string' && part !== null)
    throw invalid('types must be a comma-separated list of content-type names', { path: 'types' });
  return part ?? '';
};

const readTypes = ({ types }: Branch): string | undefined => {
  const names = (isBranch(types) ? [types] : listOf(types))
    .flatMap((part) => readName(part).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : [...new Set(names)].sort().join(',');
};

const readLocale = (query: Branch): string | undefined => {
  const locale = textOf(query, 'locale');
  return locale === '*' ? undefined : locale;
};

/** A cursor keeps its types and locale: a query that repeats them must repeat the same values. */
const checkContinues = (query: Branch, cursor: SyncCursor): void => {
  const requested = { types: readTypes(query), locale: readLocale(query) };
  for (const path of ['types', 'locale'] as const)
    if (query[path] !== undefined && requested[path] !== cursor[path])
      throw invalid(`since continues ${path}=${cursor[path] ?? '*'}: omit ${path}, or start again without since`, {
        path,
      });
};

/**
 * @param text the raw query string
 * @throws ApiError 400 for an unknown or invalid parameter, and for one that contradicts the cursor
 */
export const readSyncQuery = (text: string, { config }: Service): SyncQuery => {
  const parameters = parseTree(text);
  const other = Object.keys(parameters).find((key) => !allowedParameters.includes(key));
  if (other !== undefined) throw invalidKey(other, '', 'query');
  const limit = readLimit(parameters.pagination, config.api.rest);
  const since = textOf(parameters, 'since');
  if (since === undefined)
    return { types: readTypes(parameters), locale: readLocale(parameters), limit, cursor: undefined };
  const cursor = readSyncCursor(since);
  checkContinues(parameters, cursor);
  return { types: cursor.types, locale: cursor.locale, limit, cursor };
};
