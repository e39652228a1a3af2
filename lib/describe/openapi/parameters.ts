// Which parameters operations take: references to those that several take, and those of one operation.
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

/** In the path of one document; a single type has only one. */
export const documentId = (context: Context, type: ContentType): readonly Reference[] =>
  isSingle(type) ? [] : [ofType(context, type, 'documentId')];

/** What to return of a document. */
export const selecting = (context: Context, type: ContentType): readonly Reference[] => [
  ofType(context, type, 'fields'),
  ...(isPopulated(type) ? [ofType(context, type, 'populate')] : []),
];

/** One locale. */
export const locale = ({ localized }: ContentType): readonly Reference[] => (localized ? [shared('locale')] : []);

/** One locale, or all of them. */
export const locales = ({ localized }: ContentType): readonly Reference[] => (localized ? [shared('locales')] : []);

const status = ({ draftAndPublish }: ContentType): readonly Reference[] => (draftAndPublish ? [shared('status')] : []);

/** Of a read of one document. */
export const readingOne = (context: Context, type: ContentType): readonly Reference[] => [
  ...selecting(context, type),
  ofType(context, type, 'filters'),
  ...status(type),
  ...(type.draftAndPublish ? [shared('preview')] : []),
  ...locale(type),
  ...(type.localized ? [shared('fallbackLocale')] : []),
  ifNoneMatch,
];

/** Of a list. */
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

/** Of a write, beside its preconditions. */
export const writing = (context: Context, type: ContentType): readonly Reference[] => [
  ...status(type),
  ...locale(type),
  ...selecting(context, type),
];

/** Of many writes in one request. */
export const bulkWriting = (type: ContentType): readonly Reference[] => [...status(type), ...locales(type)];

/** Of a count. */
export const counting = (context: Context, type: ContentType): readonly Reference[] => [
  ofType(context, type, 'filters'),
  shared('search'),
];

const pageSize = ({ config }: Pick<Context, 'config'>) => ({
  ...{ type: 'integer', minimum: 1, maximum: config.api.rest.maxLimit },
});

/** Of the deliveries of a webhook. */
export const deliveries = (context: Pick<Context, 'config'>): readonly JsonObject[] => [
  inQuery('state', 'Those that wait, or those that Lectern gave up.', { type: 'string', enum: ['waiting', 'parked'] }),
  inQuery(
    'pagination',
    'Which page, and how many on it.',
    closed({ page: { type: 'integer', minimum: 1, maximum: 1_000_000 }, pageSize: pageSize(context) }),
    { ...deep, example: { page: 1 } },
  ),
];

/** Of the changes since a copy. */
export const syncing = (context: Pick<Context, 'config'>): readonly JsonObject[] => [
  inQuery('since', 'The `meta.next` of the answer before; without it the answer has everything.', text),
  inQuery(
    'types',
    'Which types, by the names in their paths, and `upload/files`. By default all that the caller may find.',
    { type: 'array', items: text },
    commas,
  ),
  inQuery('locale', 'In which locale. By default, and with `*`, in all of them.', text),
  inQuery('pagination', 'How many changes at most.', closed({ limit: pageSize(context) }), {
    ...{ ...deep, example: { limit: 25 } },
  }),
];
