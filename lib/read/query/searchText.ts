// Reads `search` beside a list: a text whose words the documents must have.
import { mayReadDrafts, type Caller } from '../../platform/access/index.ts';
import { invalid } from '../../errors.ts';
import { builtInUids, isServed, type ContentType, type Schema, type Status } from '../../schema/index.ts';
import type { Scope } from './scope.ts';
import { isEmpty, type Tree } from './tree.ts';

/** Whether some type has `options.search`; functions of other sites cannot search lists. */
export const hasSearch = ({ types }: Schema): boolean => [...types.values()].some(({ search }) => search !== undefined);

/**
 * Whether the caller may search documents of a type: the schema lets everybody search it, or the caller works on its drafts.
 */
export const mayBeSearched = (
  { uid, search }: Pick<ContentType, 'uid' | 'search'>,
  { caller, status }: { readonly caller: Caller; readonly status: Status },
): boolean => search !== undefined || (status === 'draft' && mayReadDrafts(caller, uid));

/**
 * @returns the text; undefined if there is nothing to search, and for a type without lists
 * @throws ApiError 400 if it is not a single text, or the type cannot be searched
 */
export const readSearchText = (tree: Tree | undefined, type: ContentType, scope: Scope): string | undefined => {
  const isFile = type.uid === builtInUids.file;
  if (isEmpty(tree) || type.kind === 'singleType' || !(isFile || isServed(scope.schema, type))) return undefined;
  if (typeof tree !== 'string') throw invalid('The search parameter must be one text', { path: 'search' });
  if (tree.trim() === '') return undefined;
  // Callers who may find files see all of them.
  if (isFile) return tree;
  if (mayBeSearched(type, scope) && hasSearch(scope.schema)) return tree;
  throw invalid(
    `Documents of ${type.uid} cannot be searched: name the attributes to search in its schema, such as ` +
      '"options": {"search": {"title": 10}}',
    { path: 'search' },
  );
};
