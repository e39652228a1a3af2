// Builds the request of a list from what it shows.
import type { QueryParameters } from '../api/documents.ts';
import { assigneeColumn, isToMany, stageColumn, statusColumn, type Column } from '../schema/columns.ts';
import type { ContentType, EditorSchema, Status } from '../schema/types.ts';
import { toFilterParameters } from './filterPaths.ts';
import { formatSort, lastChangedFirst, unreadableParts, type ListState, type Sort } from './listState.ts';

/** How many related documents a cell names, and one more to see that there are more. */
export const maxTitles = 3;

const statusParameters: Readonly<Record<Status, QueryParameters>> = {
  draft: { publicationFilter: 'never-published' },
  modified: { publicationFilter: 'modified' },
  published: { publicationFilter: 'unmodified' },
};

/** Matches nothing. */
const noDocument: QueryParameters = { 'filters[documentId][$null]': 'true' };

/**
 * Without `view=edit`, and in a type without drafts, all documents are published ones: a list of drafts, which somebody else may
 * have saved, has none of them.
 */
const withoutDrafts: Readonly<Record<Status, QueryParameters>> = {
  draft: noDocument,
  modified: noDocument,
  published: {},
};

const fileFields = ['name', 'alternativeText', 'url', 'mime', 'formats', 'updatedAt'];

const isLink = ({ type }: Column): boolean => type === 'media' || type === 'relation';

const populateParameters = ({ name, type, attribute, titleAttribute }: Column): QueryParameters => ({
  [`populate[${name}][fields]`]: type === 'media' || titleAttribute === undefined ? fileFields : [titleAttribute],
  ...(attribute !== undefined && isToMany(attribute) ? { [`populate[${name}][limit]`]: maxTitles + 1 } : {}),
});

/** Answers contain who created and changed a document in any case. */
const isField = (column: Column): boolean =>
  column.name === assigneeColumn || (column.type !== 'status' && column.type !== 'user' && !isLink(column));

/**
 * Which documents: the parameters that also decide how many there are.
 *
 * @param byWords whether the words of the search are searched, else its text as it is
 */
export const selectionParameters = (
  state: ListState,
  type: ContentType,
  schema: EditorSchema,
  editView: boolean,
  byWords: boolean,
): QueryParameters => {
  const { locale, q, status, conditions } = state;
  return {
    // Any `view` answers what the editor requests, also of types that populate always the same.
    view: editView ? 'edit' : '',
    ...(type.localized ? { locale } : {}),
    ...(q === '' ? {} : byWords ? { q } : { _q: q }),
    ...(status === undefined ? {} : (editView && type.draftAndPublish ? statusParameters : withoutDrafts)[status]),
    ...toFilterParameters(conditions, type, schema),
    ...(unreadableParts(state).length === 0 ? {} : noDocument),
  };
};

/** Without drafts all documents have one status and no stage, and their last change decides. Undefined: the values of the order are private. */
const orderOf = (sort: Sort, editView: boolean, privateSystem: ContentType['privateSystem']): string | undefined => {
  if (editView) return formatSort(sort);
  const order = [statusColumn, stageColumn].includes(sort.path) ? lastChangedFirst : formatSort(sort);
  return privateSystem?.some((name) => order.startsWith(`${name}:`)) === true ? undefined : order;
};

/**
 * What of each document, and in which order.
 *
 * @param sort undefined: the best matches come first
 * @param privateSystem those of the type
 */
export const projectionParameters = (
  sort: Sort | undefined,
  columns: readonly Column[],
  editView: boolean,
  privateSystem?: ContentType['privateSystem'],
): QueryParameters => ({
  fields: [...new Set(['documentId', ...columns.filter(isField).map(({ name }) => name)])],
  ...Object.fromEntries(columns.filter(isLink).flatMap((column) => Object.entries(populateParameters(column)))),
  sort: sort && orderOf(sort, editView, privateSystem),
});
