// Reads the query string of GET /api/search: the text, the types, and what is read of each of them. Pure.
import { hasPermission, mayReadDrafts, requirePermission, type Caller } from '../../platform/access/index.ts';
import { ApiError, forbidden, invalid } from '../../errors.ts';
import {
  isBranch,
  isEmpty,
  keepCursor,
  listOf,
  mayBeSearched,
  parseTree,
  queryFromTree,
  readPagination,
  readStatus,
  readView,
  type Branch,
  type Format,
  type Page,
  type Query,
  type ReadContext,
  type Tree,
} from '../../read/query/index.ts';
import type { ContentType, Status } from '../../schema/index.ts';

export interface SearchQuery {
  readonly text: string;
  /** One for each searched type; they differ in nothing but the type. */
  readonly queries: readonly Query[];
  readonly page: Page;
  /** Whether results have the document. */
  readonly hasEntries: boolean;
}

/** What a search reads, and its caller. */
interface SearchScope {
  readonly caller: Caller;
  readonly status: Status;
  readonly isEditView: boolean;
}

const readText = ({ q }: Branch): string => {
  if (typeof q !== 'string' || q.trim() === '')
    throw invalid('Invalid value at q, expected a text with words', { path: 'q' });
  return q;
};

const readNames = ({ types }: Branch): readonly string[] => {
  const names = (isBranch(types) ? [types] : listOf(types)).flatMap((part: Tree) => {
    if (typeof part !== 'string' && part !== null)
      throw invalid('types must be a comma-separated list of content-type names', { path: 'types' });
    return (part ?? '').split(',').map((name) => name.trim());
  });
  return [...new Set(names)].filter((name) => name !== '');
};

/** Whether a search without `types` includes a type. */
const includesType = (type: ContentType, scope: SearchScope): boolean => {
  const { caller, status, isEditView } = scope;
  const { uid, draftAndPublish } = type;
  return (
    hasPermission(caller, 'find', uid) &&
    mayBeSearched(type, scope) &&
    (status === 'published' || !draftAndPublish || mayReadDrafts(caller, uid)) &&
    (!isEditView || hasPermission(caller, 'update', uid))
  );
};

/** @throws ApiError 400 for a name that is not that of a searched type, 403 for a type that the caller may not find */
const findTypes = (
  names: readonly string[],
  { schema: { served } }: ReadContext,
  scope: SearchScope,
): readonly ContentType[] => {
  const included = [...served].filter(([, type]) => includesType(type, scope));
  if (names.length === 0) {
    if (included.length === 0) throw forbidden();
    return included.map(([, type]) => type);
  }
  return names.map((name) => {
    const type = served.get(name);
    if (type !== undefined) requirePermission(scope.caller, 'find', type.uid);
    if (type !== undefined && (mayBeSearched(type, scope) || needsDrafts(type, scope))) return type;
    const known = included.map(([one]) => one).join(', ');
    throw invalid(`Invalid types: ${name} is not searched${known === '' ? '' : `, expected some of ${known}`}`, {
      path: 'types',
    });
  });
};

/** Whether the caller lacks the permission to read drafts of the type: the error of its query says so. */
const needsDrafts = ({ uid, draftAndPublish }: ContentType, { caller, status }: SearchScope): boolean =>
  status === 'draft' && draftAndPublish && !mayReadDrafts(caller, uid);

/** Adds the type to errors in the parameters, because they must be valid for each type. */
const namingType = <T>({ uid }: ContentType, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { status, name, message, details, headers } = error;
    throw new ApiError(status, name, `${message} (in ${uid})`, { ...details, type: uid }, headers);
  }
};

const refuseParameters = ({ locale, fallbackLocale }: Branch): void => {
  if (locale === '*') throw invalid('A search reads one locale: name it', { path: 'locale' });
  if (fallbackLocale !== undefined)
    throw invalid('A search reads one locale: leave out fallbackLocale', { path: 'fallbackLocale' });
};

/**
 * @param text the raw query string
 * @returns the query; as in lists, unknown parameters are ignored
 * @throws ApiError 400 for a parameter, with the type for which it is invalid; 403 for a type that the caller may not find, if it
 *   may find none, and as `readQuery`
 */
export const readSearchQuery = (text: string, caller: Caller, context: ReadContext, format: Format): SearchQuery => {
  const tree = parseTree(text);
  const searched = readText(tree);
  refuseParameters(tree);
  const isEditView = readView(tree.view);
  const status = readStatus(tree.status, isEditView ? 'draft' : undefined);
  const types = findTypes(readNames(tree), context, { caller, status, isEditView });
  const hasEntries = [tree.fields, tree.populate, tree.pLevel].some((parameter) => !isEmpty(parameter));
  const isSorted = !isEmpty(tree.sort);
  if (isSorted && types.length > 1)
    throw invalid('Results of several types have one order, the best first: leave out sort, or search one type', {
      path: 'sort',
    });
  const { pagination, ...others }: Branch = { ...tree, search: '' };
  const parameters = isSorted && pagination !== undefined ? { ...others, pagination } : others;
  const queries = types.map((type) =>
    namingType(type, () => {
      const query = queryFromTree(parameters, type, caller, context, { action: 'find', format });
      // Without `sort` the order is not that of a list.
      return {
        ...query,
        ...(isSorted ? {} : { sort: [] }),
        ...(hasEntries ? {} : { select: { fields: [], populate: [] } }),
      };
    }),
  );
  const [first] = queries;
  if (isSorted && first !== undefined) return { text: searched, queries, page: first.page, hasEntries };
  const page = readPagination(pagination, context.config.api.rest, keepCursor);
  return { text: searched, queries: queries.map((query) => ({ ...query, page })), page, hasEntries };
};
