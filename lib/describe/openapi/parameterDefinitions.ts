// Defines the parameters that several operations share, as components: those of every site, and those of each type.
import { publications } from '../../read/query/index.ts';
import {
  builtInUids,
  hasLocalizations,
  isServed,
  libraryFileType,
  typeOf,
  type ContentType,
  type JsonObject,
  type ScalarAttribute,
  type Schema,
} from '../../schema/index.ts';
import {
  isSingleType,
  arrayOf,
  closedObject,
  booleanSchema,
  componentName,
  schemaRef,
  componentRef,
  text,
} from './schemaParts.ts';
import { creatorNames, populatableAttributes, scalarsOf, storedScalars } from './attributes.ts';
import { filtersRef } from './filterSchemas.ts';
import type { Context, SchemaObject } from './types.ts';

export const inQuery = (
  name: string,
  description: string,
  schema: SchemaObject,
  more: JsonObject = {},
): JsonObject => ({
  ...{ name, in: 'query', description, schema },
  ...more,
});

const inHeader = (name: string, description: string, schema: SchemaObject): JsonObject => ({
  ...{ name, in: 'header', description, schema },
});

export const inPath = (name: string, description: string, schema: SchemaObject): JsonObject => ({
  ...{ name, in: 'path', required: true, description, schema },
});

/** The style of an object in brackets. */
export const deepObject = { style: 'deepObject', explode: true } as const;

/** The style of a list with commas. */
export const commaSeparated = { style: 'form', explode: false } as const;

const filters = (context: Context, type: ContentType): JsonObject =>
  inQuery(
    'filters',
    'The documents to return: `filters[attribute][operator]=value`.',
    filtersRef(context, type.uid),
    // Without an example Swagger UI fills in a value for each attribute.
    { ...deepObject, example: {} },
  );

const escapeRegex = (name: string): string => name.replace(/[$.*+?^()[\]{}|\\]/g, '\\$&');

const isSortable = ({ value }: { readonly value: string }): boolean => value !== 'json' && value !== 'blocks';

const sortPattern = (attributes: readonly ScalarAttribute[]): string =>
  `^(${attributes.map(({ name }) => escapeRegex(name)).join('|')})(:(asc|desc))?$`;

/** A text with commas, or a list of texts. */
const textOrList = (items: SchemaObject): SchemaObject => ({ anyOf: [text, arrayOf(items)] });

const sort = (type: ContentType): JsonObject => {
  const names = storedScalars(type).filter(isSortable);
  return inQuery(
    'sort',
    'The order: `attribute`, `attribute:desc`, `relation.attribute`. Default: as created.',
    textOrList({ anyOf: [{ type: 'string', pattern: sortPattern(names) }, schemaRef('SortPath')] }),
  );
};

const fields = (type: ContentType): JsonObject =>
  inQuery(
    'fields',
    'The attributes to return, beside `id` and `documentId`. Default: all.',
    arrayOf({ type: 'string', enum: ['*', ...scalarsOf(type).map(({ name }) => name)] }),
  );

/** Whether documents of the type have anything to populate. */
export const hasPopulate = (type: ContentType): boolean =>
  hasLocalizations(type) || populatableAttributes(type).length + creatorNames(type).length > 0;

const formatPopulate = (json: unknown): string =>
  json === undefined ? 'nothing' : `\`${typeof json === 'string' ? json : JSON.stringify(json)}\``;

/** Says what reads populate if the query does not say. */
const describeDefaultPopulate = ({
  defaultPopulate: { find, findOne } = {},
  populateMode,
  kind,
}: ContentType): string => {
  if (find === undefined && findOne === undefined) return '';
  const [list, one] = [formatPopulate(find), formatPopulate(findOne)];
  const text = kind === 'singleType' || list === one ? list : `${list} in lists, ${one} for one document`;
  return populateMode === 'always'
    ? ` Reads ignore it, and return: ${text}.`
    : ` Default of reads: ${text}. An empty value populates nothing.`;
};

const populate = (type: ContentType): JsonObject => {
  const names = [
    ...populatableAttributes(type).map(({ name }) => name),
    ...creatorNames(type),
    ...(hasLocalizations(type) ? ['localizations'] : []),
  ];
  const item = { anyOf: [{ type: 'string', enum: ['*', ...names] }, schemaRef('PopulatePath')] };
  return inQuery(
    'populate',
    'What to return with the attributes: `*`, `name`, `name.name`, `populate[name][fields]=attribute`.' +
      describeDefaultPopulate(type),
    { anyOf: [text, arrayOf(item), schemaRef('PopulateTree')] },
    deepObject,
  );
};

const deepPopulate = ({ config }: Pick<Context, 'config'>): JsonObject => {
  const schema = { type: 'integer', minimum: 0, maximum: config.api.rest.maxDepth + 1 };
  return inQuery('pLevel', 'How many levels to return, counting the document, instead of `populate`.', schema);
};

const pagination = ({ config }: Pick<Context, 'config'>): JsonObject => {
  const { defaultLimit, maxLimit, withCount } = config.api.rest;
  const size = { type: 'integer', minimum: 1, maximum: maxLimit, description: `default: ${defaultLimit}` };
  return inQuery(
    'pagination',
    'The page to return: `page` and `pageSize`; `start` and `limit`; or `cursor` and `pageSize`. The first `cursor` is empty; each next one is the `nextCursor` of the previous answer.',
    closedObject({
      page: { type: 'integer', minimum: 1 },
      pageSize: size,
      start: { type: 'integer', minimum: 0 },
      limit: size,
      cursor: text,
      withCount: { type: 'boolean', description: `default: ${withCount}` },
    }),
    { ...deepObject, example: { page: 1 } },
  );
};

const locale = (description: string): JsonObject => inQuery('locale', description, text);

/** Source maps lead into the editor from the page that shows drafts. */
export const hasSourceMaps = ({ config }: Pick<Context, 'config'>): boolean => config.preview.url !== '';

/** The headers of source maps. */
const sourceMapHeaders = {
  encodeSourceMaps: inHeader(
    'Strapi-Encode-Source-Maps',
    '`true`: each text of a draft says, in invisible characters at its end, which attribute it comes from.',
    text,
  ),
  sourceMaps: inHeader(
    'Lectern-Source-Maps',
    '`sidecar`: `meta.resultSourceMap` says which attribute each text of a draft comes from.',
    { type: 'string', enum: ['sidecar'] },
  ),
};

/** The parameters of every site, by name. */
export const sharedParameters = (context: Pick<Context, 'config'>) => ({
  pagination: pagination(context),
  ...(context.config.api.rest.deepPopulate === 0 ? {} : { deepPopulate: deepPopulate(context) }),
  search: inQuery('_q', 'Only documents that contain this text, in upper or lower case.', text),
  searchWords: inQuery(
    'search',
    'Only documents with these words, the best first if there is no `sort`. The last word may be a beginning.',
    { type: 'string', maxLength: 256 },
  ),
  status: inQuery('status', 'The version to return. Drafts need the permission to update.', {
    ...{ type: 'string', enum: ['draft', 'published'], default: 'published' },
  }),
  view: inQuery(
    'view',
    '`edit`: the documents as callers see them who may update the type: drafts, with private attributes, `createdBy` and `updatedBy`.',
    { type: 'string', enum: ['edit'] },
  ),
  release: inQuery(
    'release',
    'With `status=draft`: the id of a release. The answer is what the site will answer after it.',
    { type: 'integer', minimum: 1 },
  ),
  preview: inQuery('preview', 'The token of a preview link, which permits to read that draft.', text),
  ...(hasSourceMaps(context) ? sourceMapHeaders : {}),
  locale: locale('The locale. Default: the default locale.'),
  locales: locale('The locale; `*`: all locales. Default: the default locale.'),
  fallbackLocale: inQuery('fallbackLocale', 'The locale to return for documents that do not exist in `locale`.', text),
  publicationFilter: inQuery(
    'publicationFilter',
    'Only documents whose draft and published versions relate in this way.',
    {
      ...{ type: 'string', enum: publications },
    },
  ),
  hasPublishedVersion: inQuery(
    'hasPublishedVersion',
    'Only documents that have (or lack) a published version, in any locale. `publicationFilter` counts instead of it.',
    booleanSchema,
  ),
  ifNoneMatch: inHeader(
    'If-None-Match',
    'The ETag of an earlier answer; the status is 304 if the answer is still the same.',
    text,
  ),
  ifMatch: inHeader(
    'If-Match',
    'The ETag of the document when it was read; the status is 412 if it has changed since.',
    text,
  ),
  mustNotExist: inHeader(
    'If-None-Match',
    '`*`: the write must create the document, or its locale; the status is 412 if it exists.',
    { type: 'string', enum: ['*'] },
  ),
  idempotencyKey: inHeader(
    'Idempotency-Key',
    'Lectern performs requests with the same key only once within 24 hours.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  ),
  refreshCookie: inHeader(
    'X-Strapi-Refresh-Cookie',
    'The refresh token is in a cookie, and not in a body. `httpOnly`: in `strapi_up_refresh`; `strict`: in `__Host-lectern_editor`, which only pages of the same origin can use, and which needs no `auth.refresh`.',
    text,
  ),
});

const documentId = (context: Context, type: ContentType): JsonObject => ({
  ...inPath('documentId', 'the documentId of the document', { type: 'string', minLength: 1 }),
  examples: { document: componentRef('examples', componentName(context, type, 'documentId')) },
});

/** The parameters that differ by type. */
export type TypeParameter = 'documentId' | 'filters' | 'sort' | 'fields' | 'populate';

const parametersOfType = (
  context: Context,
  type: ContentType,
): Readonly<Partial<Record<TypeParameter, JsonObject>>> => ({
  ...(isServed(context.schema, type) && !isSingleType(type) ? { documentId: documentId(context, type) } : {}),
  filters: filters(context, type),
  ...(isSingleType(type) ? {} : { sort: sort(type) }),
  fields: fields(type),
  ...(hasPopulate(type) ? { populate: populate(type) } : {}),
});

const listedTypes = (schema: Schema): readonly ContentType[] => [
  ...schema.served.values(),
  typeOf(schema, builtInUids.user),
  libraryFileType(schema),
];

/** The parameters of every type with routes, by name. */
export const typeParameters = (context: Context): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    listedTypes(context.schema).flatMap((type) =>
      Object.entries(parametersOfType(context, type)).map(([part, parameter]) => [
        componentName(context, type, part),
        parameter,
      ]),
    ),
  );
