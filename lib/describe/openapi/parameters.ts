// Lists the parameters of operations: references to shared ones, and definitions of those of one operation.
import type { ContentType, JsonObject } from '../../schema/index.ts';
import { isSingle } from './aboutType.ts';
import {
  commas,
  deep,
  inPath,
  inQuery,
  isPopulated,
  type sharedParameters,
  type TypeParameter,
} from './parameterDefinitions.ts';
import type { Context, Reference } from './types.ts';
import { closed, partOf, refTo, text } from './words.ts';

export { inPath };

const shared = (name: keyof ReturnType<typeof sharedParameters>): Reference => refTo('parameters', name);

const ofType = (context: Context, type: ContentType, part: TypeParameter): Reference =>
  refTo('parameters', partOf(context, type, part));

export const ifNoneMatch = shared('ifNoneMatch');
export const ifMatch = shared('ifMatch');
export const idempotencyKey = shared('idempotencyKey');

/** The documentId in the path; none for single types, which have one document. */
export const documentId = (context: Context, type: ContentType): readonly Reference[] =>
  isSingle(type) ? [] : [ofType(context, type, 'documentId')];

/** The parameters that select what to return of a document. */
export const selecting = (context: Context, type: ContentType): readonly Reference[] => [
  ofType(context, type, 'fields'),
  ...(isPopulated(type) ? [ofType(context, type, 'populate')] : []),
];

/** The parameter for one locale. */
export const locale = ({ localized }: ContentType): readonly Reference[] => (localized ? [shared('locale')] : []);

/** The parameter for one locale or all locales. */
export const locales = ({ localized }: ContentType): readonly Reference[] => (localized ? [shared('locales')] : []);

const status = ({ draftAndPublish }: ContentType): readonly Reference[] => (draftAndPublish ? [shared('status')] : []);

/** The parameters of a read of one document. */
export const readingOne = (context: Context, type: ContentType): readonly Reference[] => [
  ...selecting(context, type),
  ofType(context, type, 'filters'),
  ...status(type),
  ...(type.draftAndPublish ? [shared('preview')] : []),
  ...locale(type),
  ...(type.localized ? [shared('fallbackLocale')] : []),
  ifNoneMatch,
];

/** The parameters of a list. */
export const listing = (context: Context, type: ContentType): readonly Reference[] => [
  ofType(context, type, 'filters'),
  ofType(context, type, 'sort'),
  shared('pagination'),
  ...selecting(context, type),
  shared('search'),
  ...status(type),
  ...(type.draftAndPublish ? [shared('publicationFilter'), shared('hasPublishedVersion')] : []),
  ...locales(type),
  ...(type.localized ? [shared('fallbackLocale')] : []),
  ifNoneMatch,
];

/** The parameters of a write, without its preconditions. */
export const writing = (context: Context, type: ContentType): readonly Reference[] => [
  ...status(type),
  ...locale(type),
  ...selecting(context, type),
];

/** The parameters of a bulk request. */
export const bulkWriting = (type: ContentType): readonly Reference[] => [...status(type), ...locales(type)];

/** The parameters of a count. */
export const counting = (context: Context, type: ContentType): readonly Reference[] => [
  ofType(context, type, 'filters'),
  shared('search'),
];

const pageSize = ({ config }: Pick<Context, 'config'>) => ({
  ...{ type: 'integer', minimum: 1, maximum: config.api.rest.maxLimit },
});

/** The parameters of a list of deliveries. */
export const deliveries = (context: Pick<Context, 'config'>): readonly JsonObject[] => [
  inQuery('state', 'Only waiting deliveries, or only parked ones, which Lectern gave up.', {
    type: 'string',
    enum: ['waiting', 'parked'],
  }),
  inQuery(
    'pagination',
    'The page, and the number of deliveries on it.',
    closed({ page: { type: 'integer', minimum: 1, maximum: 1_000_000 }, pageSize: pageSize(context) }),
    { ...deep, example: { page: 1 } },
  ),
];

/** The parameters of sync. */
export const syncing = (context: Pick<Context, 'config'>): readonly JsonObject[] => [
  inQuery('since', 'The `meta.next` of the previous answer; without it the answer starts with all documents.', text),
  inQuery(
    'types',
    'The types, by the names in their paths, and `upload/files`. Default: all that the caller may find.',
    { type: 'array', items: text },
    commas,
  ),
  inQuery('locale', 'The locale. Default, and `*`: all locales.', text),
  inQuery('pagination', 'The maximum number of changes.', closed({ limit: pageSize(context) }), {
    ...{ ...deep, example: { limit: 25 } },
  }),
];
