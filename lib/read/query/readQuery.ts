// Parses a query string and checks it against the schema and the caller's permissions. Pure.
import {
  administrator,
  mayNamePeople,
  mayReadDrafts,
  missingPermission,
  isReadingAction,
  resolveCaller,
  refusePublishedOnly,
  requirePermission,
  type Action,
  type Caller,
} from '../../platform/access/index.ts';
import { invalid } from '../../errors.ts';
import {
  editedVersion,
  isServed,
  type Attribute,
  type ContentType,
  type Schema,
  type Status,
} from '../../schema/index.ts';
import { readFilters } from './filters.ts';
import { readCursor, sortsById } from './cursor.ts';
import { readPagination, refuseLoosePage, type PageDefaults } from './pagination.ts';
import { readSelection } from './populate.ts';
import type { PreviewQuery } from './preview.ts';
import { readPublication } from './publication.ts';
import { readRelease } from './release.ts';
import { requestedPopulate } from './requestedPopulate.ts';
import { attributeOf, isVisible, relatedScope, type QuerySettings, type Scope } from './scope.ts';
import { readSearch } from './search.ts';
import { readSearchText } from './searchText.ts';
import { readSort } from './sort.ts';
import { isBranch, isEmpty, parseTree, treeFromValues, type Branch, type Tree } from './tree.ts';
import type { Cursor, Filter, Format, Query, Selection, SortKey } from './types.ts';
import { filteredLocale, readLocale, readStatus, readView, type Locales } from './versions.ts';
import {
  changeableFilter,
  combineFilters,
  existingFilter,
  readCondition,
  visibleFilters,
  permittedFilter,
  readableFilter,
} from './permittedFilter.ts';
import { eventPayloadQuery } from './eventPayloadQuery.ts';
import { storedSelectionOf } from './storedSelection.ts';

interface OrderSetting {
  readonly defaultOrder: 'createdAt' | 'id';
}

/** What a query is checked against; the same for many requests. */
export interface ReadContext {
  readonly schema: Schema;
  readonly config: { readonly api: { readonly rest: PageDefaults & QuerySettings & OrderSetting } };
  /** Its default locale applies when the request names none. */
  readonly locales: Locales;
}

/**
 * `action`: what the query is for; the answer to a write shows the written document, whatever the caller may find.
 * `format`: how documents are written. `takesRelease`: the query may have `release`, because whoever runs it applies it.
 */
interface ReadOptions {
  readonly action?: Action;
  readonly format?: Format;
  readonly takesRelease?: boolean;
}

/**
 * @param text the raw query string, without its question mark
 * @param type the content type that is read
 * @param caller what the caller may not see does not exist for the query
 * @returns the query, with every name resolved and every value cast; as in Strapi, unknown parameters are ignored
 * @throws ApiError 400 naming the key, its path and the parameter; 403 when the caller may not read drafts, and for
 *   `view=edit` when it may not update the type
 */
export const readQuery = (
  text: string,
  type: ContentType,
  caller: Caller,
  context: ReadContext,
  options: ReadOptions = {},
): Query => queryFromTree(parseTree(text), type, caller, context, options);

/**
 * The same for a query as JSON: `{ filters: { title: { $eq: 'x' } }, populate: ['authors'] }`. It has no `view`: project
 * code passes on parameters of requests, and what it reads can be for anyone. It has no `search`, which only requests have.
 *
 * @throws TypeError for a value that no query has, such as undefined in a filter, which would match everything
 */
export const readJsonQuery = (
  query: Readonly<Record<string, unknown>>,
  type: ContentType,
  caller: Caller,
  context: ReadContext,
  options: ReadOptions = {},
): Query => queryFromTree({ ...treeFromValues(query), view: '', search: '' }, type, caller, context, options);

/** A cursor of ranked documents, which lib/search reads. */
export const keepCursor = (text: string): Cursor => ({ values: [], id: text });

/** The query of parsed text; as `readQuery`. */
export const queryFromTree = (
  tree: Branch,
  type: ContentType,
  caller: Caller,
  { schema, config, locales }: ReadContext,
  { action = 'find', format = 'flat', takesRelease = false }: ReadOptions,
): Query => {
  const { rest } = config.api;
  refuseLoosePage(tree);
  if (!isEmpty(tree.lookup)) throw invalid('Invalid parameter lookup: use filters', { path: 'lookup' });
  const isRead = isReadingAction(action);
  const editView = isRead && isServed(schema, type) && readView(tree.view);
  if (editView) requirePermission(caller, 'update', type.uid);
  const requestedStatus = readStatus(tree.status, editView ? 'draft' : undefined);
  const needsDrafts = requestedStatus === 'draft' || tree.publicationFilter !== undefined;
  if (isRead && needsDrafts) requireDrafts(caller, type);
  const release = readRelease(tree, isRead && takesRelease);
  // After the release, its drafts are published versions.
  const status = release === undefined ? requestedStatus : 'published';
  const readsDrafts = release === undefined && needsDrafts;
  const scope = { ...scopeOf(caller, status, { schema, config, locales }), editView };
  const locale = readLocale(tree.locale, type, locales, tree.fallbackLocale);
  const select = readSelection(tree.fields, requestedPopulate(tree, type, action, rest), type, scope);
  const sorted = readSort(tree.sort, type, scope);
  const search = action === 'find' ? readSearchText(tree.search, type, scope) : undefined;
  const isRanked = search !== undefined && sorted.length === 0;
  const chosenSort = sorted.length > 0 || isRanked ? sorted : defaultSort(type, scope, rest);
  const sort = isRanked ? chosenSort : withoutTies(chosenSort, tree.pagination, type, scope);
  const filter = combineFilters([
    readFilters(tree.filters, type, scope),
    readSearch(tree._q, type, scope),
    ...readPublication(tree.publicationFilter, tree.hasPublishedVersion, type, scope),
  ]);
  return {
    type,
    format,
    ...(search === undefined ? {} : { search }),
    ...(release === undefined ? {} : { release }),
    ...(editView ? { editView } : {}),
    ...(mayNamePeople(caller) ? {} : { hidesPeople: true as const }),
    status,
    locale: isRead || action === 'delete' ? filteredLocale(tree.filters, locale, type, locales) : locale,
    visible: visibleFilters(relatedScope(scope)),
    ...(editView ? { visiblePublished: visibleFilters({ ...relatedScope(scope), status: 'published' }) } : {}),
    defaultLocale: locales.defaultLocale,
    permitted: isRead ? permittedFilter(action, type, scope, readsDrafts) : undefined,
    revisionOf:
      release !== undefined
        ? undefined
        : isRead
          ? changeableFilter(type, { ...scope, status: editedVersion(type) })
          : true,
    select,
    filter,
    sort,
    page: readPagination(tree.pagination, rest, isRanked ? keepCursor : (text) => readCursor(text, type, sort)),
  };
};

/** @throws ApiError 403 for a caller who may not read drafts */
const requireDrafts = (caller: Caller, { uid, draftAndPublish }: ContentType): void => {
  // Also for a type without drafts: `status` selects the version of its relations too.
  refusePublishedOnly(caller);
  if (draftAndPublish && !mayReadDrafts(caller, uid)) throw missingPermission(caller, 'update', uid);
};

/**
 * The query of a preview link: the draft of one document with everything that is not private, whoever the caller is.
 * Related documents are those that the caller may find published.
 *
 * @param preview its `fields` and `populate`, and the release after which related documents are read
 * @param locale the document's locale; null when its type is not localized
 * @throws ApiError 400 as `readQuery`
 */
export const readPreview = (
  { selection, release }: Pick<PreviewQuery, 'selection' | 'release'>,
  type: ContentType,
  caller: Caller,
  context: ReadContext,
  { locale, format }: { readonly locale: string | null; readonly format: Format },
): Query => {
  const action = type.kind === 'singleType' ? 'find' : 'findOne';
  const query = queryFromTree(selection, type, caller, context, { action, format });
  return {
    ...query,
    preview: true,
    ...(release === undefined ? {} : { release }),
    permitted: undefined,
    revisionOf: undefined,
    locale: locale === null ? query.locale : { one: locale },
  };
};

/**
 * The selection for reading documents of a type as they are stored (see `storedDocumentShaper`).
 *
 * @param names what links call a type, by its uid
 * @returns undefined when the caller may not find every document of the type
 */
export const readStoredSelection = (
  type: ContentType,
  caller: Caller,
  names: ReadonlyMap<string, string>,
  context: ReadContext,
): Selection | undefined => {
  const scope = scopeOf(caller, 'published', context);
  return permittedFilter('find', type, scope) === undefined ? storedSelectionOf(type, scope, names) : undefined;
};

/** @returns the filter for the published documents of a type that the caller may read with this action; undefined: all of them */
export const findableFilter = (
  action: 'find' | 'findOne',
  type: ContentType,
  caller: Caller,
  context: ReadContext,
): Filter | undefined => permittedFilter(action, type, scopeOf(caller, 'published', context));

/** The query for a full document, in one version and locale, as an event contains it. */
export const readEventPayloadQuery = (
  type: ContentType,
  version: { readonly status: Status; readonly locale: string },
  context: ReadContext,
): Query =>
  eventPayloadQuery(readQuery('', type, administrator, context), version, {
    ...context,
    limits: context.config.api.rest,
    componentIds: context.config.api.rest.componentIds,
  });

const scopeOf = (caller: Caller, status: Status, { schema, config, locales }: ReadContext): Scope => ({
  ...{ schema, caller, status, locales: [...locales.codes] },
  limits: config.api.rest,
  componentIds: config.api.rest.componentIds,
});

/**
 * @returns the filter for the documents of a type that the caller may write with this action; undefined: all documents.
 *   It applies to the version that edits go to.
 */
export const writableFilter = (
  action: Action,
  type: ContentType,
  caller: Caller,
  context: ReadContext,
): Filter | undefined => permittedFilter(action, type, scopeOf(caller, editedVersion(type), context));

/**
 * @returns the filter for the existing documents of a type that the caller may write with this action; undefined: all
 *   documents. Beside `writableFilter`, it leaves out documents that project code hides from the caller.
 */
export const existingWritableFilter = (
  action: Action,
  type: ContentType,
  caller: Caller,
  context: ReadContext,
): Filter | undefined => existingFilter(action, type, scopeOf(caller, editedVersion(type), context));

/** @returns the filter for the published versions that project code lets the caller read; undefined: all of them */
export const readablePublishedFilter = (type: ContentType, caller: Caller, context: ReadContext): Filter | undefined =>
  readableFilter(type, scopeOf(caller, 'published', context));

/** Whether an attribute exists for the caller with `view=edit`. */
export const isEditable = (attribute: Attribute, caller: Caller, context: ReadContext): boolean =>
  isVisible({ ...scopeOf(caller, 'draft', context), editView: true }, attribute);

/**
 * @param filters the `filters` of a condition, as JSON
 * @throws ApiError 400 naming what the type does not have
 */
export const checkCondition = (filters: object, type: ContentType, context: ReadContext): void => {
  const resolved = resolveCaller(filters, 'a user');
  readCondition(resolved, type, scopeOf(administrator, 'published', context));
};

/**
 * @param text as in a query: `filters[category][slug][$eq]=news`
 * @returns the `filters` of a condition
 * @throws ApiError 400 for any other text
 */
export const parseCondition = (text: string): object => {
  const { filters, ...others } = parseTree(text);
  if (!isBranch(filters) || Object.keys(others).length > 0)
    throw invalid('A condition is written as filters[category][slug][$eq]=news, with no other parameter');
  return filters;
};

/**
 * The order of a page with a cursor, which has the `_id` of a row where values can be equal. An `_id` contains the time of creation:
 * where that is private, `id` decides between equal values.
 */
const withoutTies = (
  sort: readonly SortKey[],
  pagination: Tree | undefined,
  type: ContentType,
  scope: Scope,
): readonly SortKey[] => {
  const hasCursor = isBranch(pagination) && pagination.cursor !== undefined;
  if (!hasCursor || sortsById(sort) || attributeOf(scope, type, 'createdAt') !== undefined) return sort;
  const id = attributeOf(scope, type, 'id');
  return id?.kind === 'scalar' ? [...sort, { through: [], attribute: id, direction: 'asc' }] : sort;
};

/** The order of a list whose query has no sort: by `id` where the other is private, because cursors have its values. */
const defaultSort = (type: ContentType, scope: Scope, { defaultOrder }: OrderSetting): readonly SortKey[] => {
  const attribute = attributeOf(scope, type, defaultOrder) ?? attributeOf(scope, type, 'id');
  return attribute?.kind === 'scalar' ? [{ through: [], attribute, direction: 'asc' }] : [];
};
