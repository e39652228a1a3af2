// Query string → Query: parse, then check against the schema and what the caller may see. Pure.
import { administrator, mayDraft, shows, type Action, type Caller } from '../../platform/access/index.ts';
import { forbidden, invalid } from '../../errors.ts';
import { editedOf, systemAttributes, type ContentType, type Schema, type Status } from '../../schema/index.ts';
import { readFilters } from './filters.ts';
import type { Limits } from './limits.ts';
import { readPage, refuseLoosePage, type PageDefaults } from './pagination.ts';
import { readSelection } from './populate.ts';
import type { PreviewQuery } from './preview.ts';
import { readPublication } from './publication.ts';
import type { Scope } from './scope.ts';
import { readSearch } from './search.ts';
import { readSort } from './sort.ts';
import { isBranch, parseTree, type Branch } from './tree.ts';
import type { Filter, Format, Query, Selection, SortKey } from './types.ts';
import { readLocale, readStatus, type Locales } from './versions.ts';
import { changeableBy, readCondition, visibleTo, withinOf } from './visible.ts';
import { toldOf } from './eventPayloadQuery.ts';
import { wholeOf } from './whole.ts';

/** What a query is read against, the same for many requests. */
export interface ReadContext {
  readonly schema: Schema;
  readonly config: { readonly api: { readonly rest: PageDefaults & Limits } };
  /** The default where no locale is asked for. */
  readonly locales: Locales;
}

/** For what is asked: what is written is answered whole, whatever the caller may find; and how the answer is to be written. */
interface Asked {
  readonly action?: Action;
  readonly format?: Format;
}

/**
 * @param text the raw query string, without its question mark
 * @param type the content type that is read
 * @param caller who asks: what they may not see does not exist
 * @returns the whole query, every name resolved and every value cast; parameters that Lectern does not know are ignored, as in Strapi
 * @throws ApiError 400 naming the key, its path and the parameter; 403 when drafts are read by who does not work on them
 */
export const readQuery = (
  text: string,
  type: ContentType,
  caller: Caller,
  context: ReadContext,
  asked: Asked = {},
): Query => queryIn(parseTree(text), type, caller, context, asked);

const queryIn = (
  given: Branch,
  type: ContentType,
  caller: Caller,
  { schema, config, locales }: ReadContext,
  { action = 'find', format = 'flat' }: Asked,
): Query => {
  const { rest } = config.api;
  refuseLoosePage(given);
  const status = readStatus(given.status);
  const reads = shows(action);
  const asksDrafts = status === 'draft' || given.publicationFilter !== undefined;
  if (reads && asksDrafts && type.draftAndPublish && !mayDraft(caller, type.uid)) throw forbidden();
  const scope = scopeOf(caller, status, { schema, config, locales });
  const select = readSelection(given.fields, given.populate, type, scope);
  const sorted = readSort(given.sort, type, scope);
  const sort = sorted.length > 0 ? sorted : inOrderOfCreation(type);
  const filter = allOf([
    readFilters(given.filters, type, scope),
    readSearch(given._q, type, scope),
    ...readPublication(given.publicationFilter, given.hasPublishedVersion, type, scope),
  ]);
  return {
    type,
    format,
    status,
    locale: readLocale(given.locale, type, locales, given.fallbackLocale),
    visible: visibleTo(scope),
    home: locales.defaultLocale,
    within: reads ? withinOf(action, type, scope, asksDrafts) : undefined,
    revisionOf: reads ? changeableBy(type, { ...scope, status: editedOf(type) }) : true,
    select,
    filter,
    sort,
    page: readPage(given.pagination, rest, type, sort),
  };
};

/**
 * The query of a preview: the draft of one document, whoever asks, with all of it that is not private; what it relates to is
 * what the caller may find published.
 *
 * @param selection its `fields` and `populate`
 * @param locale of the document; null where its type is not localized
 * @throws ApiError 400 as `readQuery`
 */
export const readPreview = (
  { selection }: Pick<PreviewQuery, 'selection'>,
  type: ContentType,
  caller: Caller,
  context: ReadContext,
  { locale, format }: { readonly locale: string | null; readonly format: Format },
): Query => {
  const query = queryIn(selection, type, caller, context, { action: 'findOne', format });
  return {
    ...query,
    preview: true,
    within: undefined,
    revisionOf: undefined,
    locale: locale === null ? query.locale : { one: locale },
  };
};

/**
 * What there is of a type for who reads documents as they are stored (`wholeOf`).
 *
 * @param names what types are called where links name them, by their uid
 * @returns undefined where not all of its documents are there for the caller
 */
export const readWhole = (
  type: ContentType,
  caller: Caller,
  names: ReadonlyMap<string, string>,
  context: ReadContext,
): Selection | undefined => {
  const scope = scopeOf(caller, 'published', context);
  return withinOf('find', type, scope) === undefined ? wholeOf(type, scope, names) : undefined;
};

/** The query for all of a document, in a version and locale, for those who are told of it: `toldOf`. */
export const readTold = (
  type: ContentType,
  version: { readonly status: Status; readonly locale: string },
  context: ReadContext,
): Query =>
  toldOf(readQuery('', type, administrator, context), version, { ...context, limits: context.config.api.rest });

const scopeOf = (caller: Caller, status: Status, { schema, config, locales }: ReadContext): Scope => ({
  ...{ schema, caller, status, locales: [...locales.codes] },
  limits: config.api.rest,
});

/**
 * The documents of a type that a caller may write so; undefined: all that there are. It is asked of the version that
 * edits go to.
 */
export const writable = (action: Action, type: ContentType, caller: Caller, context: ReadContext): Filter | undefined =>
  withinOf(action, type, scopeOf(caller, editedOf(type), context));

/**
 * @param filters the `filters` of a condition, as JSON
 * @throws ApiError 400 naming what of them the type does not have
 */
export const checkCondition = (filters: object, type: ContentType, context: ReadContext): void => {
  readCondition(filters, type, scopeOf(administrator, 'published', context));
};

/**
 * @param text as in a query: `filters[category][slug][$eq]=news`
 * @returns the `filters` of a condition
 * @throws ApiError 400 for a text that says something else
 */
export const conditionIn = (text: string): object => {
  const { filters, ...others } = parseTree(text);
  if (!isBranch(filters) || Object.keys(others).length > 0)
    throw invalid('A condition is written as filters[category][slug][$eq]=news, and has nothing beside its filters');
  return filters;
};

/** The order of a list that asks for none. */
const inOrderOfCreation = (type: ContentType): readonly SortKey[] =>
  systemAttributes(type)
    .filter(({ name }) => name === 'createdAt')
    .map((attribute) => ({ through: [], attribute, direction: 'asc' }));

/** All of those that are there. */
const allOf = (filters: readonly (Filter | undefined)[]): Filter | undefined => {
  const of = filters.filter((filter) => filter !== undefined);
  return of.length > 1 ? { kind: 'and', of } : of[0];
};
