// Lists the parameters of operations: references to shared ones, and definitions of those of one operation.
import { maxLiveTags } from '../../read/live/index.ts';
import type { ContentType, JsonObject } from '../../schema/index.ts';
import { isSingleType, closedObject, componentName, componentRef, text } from './schemaParts.ts';
import {
  commaSeparated,
  deepObject,
  inPath,
  inQuery,
  hasPopulate,
  hasSourceMaps,
  type sharedParameters,
  type TypeParameter,
} from './parameterDefinitions.ts';
import type { Context, Reference } from './types.ts';

export { inPath, inQuery };

/** What paths have that are described once for all content types. */
const documentPathParameters = [
  inPath('contentType', 'the plural name of a collection, or the name of a single type', text),
  inPath('documentId', 'the documentId of a document', text),
];

const sharedParameter = (name: keyof ReturnType<typeof sharedParameters>): Reference =>
  componentRef('parameters', name);

const typeParameter = (context: Context, type: ContentType, part: TypeParameter): Reference =>
  componentRef('parameters', componentName(context, type, part));

export const viewParameter = sharedParameter('view');
/** Of routes about a document of any type. */
export const ofDocument = [...documentPathParameters, sharedParameter('locale')];
export const ifNoneMatchParameter = sharedParameter('ifNoneMatch');
export const ifMatchParameter = sharedParameter('ifMatch');
export const mustNotExistParameter = sharedParameter('mustNotExist');
export const idempotencyKeyParameter = sharedParameter('idempotencyKey');
const encodeParameter = sharedParameter('encodeSourceMaps');
const sourceMapParameter = sharedParameter('sourceMaps');
export const refreshCookieParameter = sharedParameter('refreshCookie');

/** The documentId in the path; none for single types, which have one document. */
export const documentIdParameter = (context: Context, type: ContentType): readonly Reference[] =>
  isSingleType(type) ? [] : [typeParameter(context, type, 'documentId')];

/** The parameters that select what to return of a document. */
export const selectionParameters = (context: Context, type: ContentType): readonly Reference[] => [
  typeParameter(context, type, 'fields'),
  ...(hasPopulate(type) ? [typeParameter(context, type, 'populate')] : []),
  ...(hasPopulate(type) && context.config.api.rest.deepPopulate > 0 ? [sharedParameter('deepPopulate')] : []),
];

/** The parameter for one locale. */
export const localeParameter = ({ localized }: ContentType): readonly Reference[] =>
  localized ? [sharedParameter('locale')] : [];

/** The parameter for one locale or all locales. */
export const localesParameter = ({ localized }: ContentType): readonly Reference[] =>
  localized ? [sharedParameter('locales')] : [];

const statusParameter = ({ draftAndPublish }: ContentType): readonly Reference[] =>
  draftAndPublish ? [sharedParameter('status')] : [];

/** The parameters that choose the versions of a read. */
const versionParameters = (context: Context, type: ContentType): readonly Reference[] => [
  ...statusParameter(type),
  ...(type.draftAndPublish ? [sharedParameter('release')] : []),
  ...(type.draftAndPublish && hasSourceMaps(context) ? [encodeParameter, sourceMapParameter] : []),
];

/** The parameters of a read of one document. */
export const readParameters = (context: Context, type: ContentType): readonly Reference[] => [
  ...selectionParameters(context, type),
  typeParameter(context, type, 'filters'),
  ...versionParameters(context, type),
  ...(type.draftAndPublish ? [sharedParameter('preview')] : []),
  ...localeParameter(type),
  ...(type.localized ? [sharedParameter('fallbackLocale')] : []),
  ifNoneMatchParameter,
];

/** The parameters of a list. */
export const listParameters = (context: Context, type: ContentType): readonly Reference[] => [
  typeParameter(context, type, 'filters'),
  typeParameter(context, type, 'sort'),
  sharedParameter('pagination'),
  ...selectionParameters(context, type),
  sharedParameter('search'),
  ...(type.search === undefined ? [] : [sharedParameter('searchWords')]),
  ...versionParameters(context, type),
  ...(type.draftAndPublish ? [sharedParameter('publicationFilter'), sharedParameter('hasPublishedVersion')] : []),
  ...localesParameter(type),
  ...(type.localized ? [sharedParameter('fallbackLocale')] : []),
  ifNoneMatchParameter,
];

/** The parameters of a write, without its preconditions. */
export const writeParameters = (context: Context, type: ContentType): readonly Reference[] => [
  ...statusParameter(type),
  ...localeParameter(type),
  ...selectionParameters(context, type),
];

/** The parameters of a bulk request. */
export const bulkParameters = (type: ContentType): readonly Reference[] => [
  ...statusParameter(type),
  ...localesParameter(type),
];

/** The parameters of a count. */
export const countParameters = (context: Context, type: ContentType): readonly Reference[] => [
  typeParameter(context, type, 'filters'),
  sharedParameter('search'),
];

const pageSize = ({ config }: Pick<Context, 'config'>) => ({
  ...{ type: 'integer', minimum: 1, maximum: config.api.rest.maxLimit },
});

/** The page of a list of a contract. */
export const pageParameter = (context: Pick<Context, 'config'>, paged: 'page' | 'cursor'): JsonObject =>
  paged === 'page'
    ? inQuery(
        'pagination',
        'The page, and the number of items on it.',
        closedObject({ page: { type: 'integer', minimum: 1, maximum: 1_000_000 }, pageSize: pageSize(context) }),
        { ...deepObject, example: { page: 1 } },
      )
    : inQuery(
        'pagination',
        'The `nextCursor` of the previous page, and the number of items.',
        closedObject({ cursor: text, pageSize: pageSize(context) }),
        { ...deepObject, example: { pageSize: 25 } },
      );

/** The parameters of a search in several types. */
export const searchParameters: readonly (JsonObject | Reference)[] = [
  {
    ...inQuery(
      'q',
      'What to find: words, `"a phrase"`, and `-word` for what documents must not have. The last word may be a beginning.',
      { type: 'string', maxLength: 256 },
      { example: 'night train' },
    ),
    required: true,
  },
  inQuery(
    'types',
    'The types, by the names in their paths. Default: all that have `options.search` and that the caller may find.',
    { type: 'array', items: text },
    commaSeparated,
  ),
  inQuery('locale', 'The locale. Default: the default locale.', text),
  inQuery('filters', 'Filters that are valid for each of the types.', { type: 'object' }, deepObject),
  inQuery('sort', 'The order, with one type only. Default: the best first.', text),
  inQuery(
    'fields',
    'The attributes of `entry`; each type must have them.',
    { type: 'array', items: text },
    commaSeparated,
  ),
  inQuery(
    'populate',
    'What `entry` populates; each type must have it.',
    { type: 'array', items: text },
    commaSeparated,
  ),
  sharedParameter('pagination'),
  sharedParameter('status'),
  viewParameter,
  ifNoneMatchParameter,
];

/** The parameters of sync. */
export const syncParameters = (context: Pick<Context, 'config'>): readonly JsonObject[] => [
  inQuery('since', 'The `meta.next` of the previous answer; without it the answer starts with all documents.', text),
  inQuery(
    'types',
    'The types, by the names in their paths, and `upload/files`. Default: all that the caller may find.',
    { type: 'array', items: text },
    commaSeparated,
  ),
  inQuery('locale', 'The locale. Default, and `*`: all locales.', text),
  inQuery('pagination', 'The maximum number of changes.', closedObject({ limit: pageSize(context) }), {
    ...{ ...deepObject, example: { limit: 25 } },
  }),
];

/** The parameters of `GET /api/live`. */
export const liveParameters: readonly JsonObject[] = [
  {
    ...inQuery(
      'tags',
      'What the page shows: documentIds and uids of content types, as in `Surrogate-Key`.',
      { type: 'array', items: text, minItems: 1, maxItems: maxLiveTags },
      commaSeparated,
    ),
    required: true,
  },
  inQuery('since', 'The `meta.since` of the previous answer; without it nothing counts as changed.', text),
];
