// Defines the schemas that are the same on every site.
import { draftStatus } from '../../contracts/index.ts';
import { creatorTypeOf, hasCreators, type Schema } from '../../schema/index.ts';
import { blockSchemas } from './blockSchemas.ts';
import { sharedFilterSchemas } from './filterSchemas.ts';
import { linkSchemas } from './linkSchemas.ts';
import { contractSchemas } from './contractDescriptions.ts';
import type { SchemaObject } from './types.ts';
import {
  closedObject,
  booleanSchema,
  integer,
  arrayOf,
  dateTime,
  nullable,
  schemaRef,
  text,
  requiredObject,
} from './schemaParts.ts';

const ErrorDetails = requiredObject({
  status: integer,
  name: text,
  message: text,
  details: { type: 'object', description: 'the faults with their paths, as data' },
});

const Pagination: SchemaObject = {
  description: 'by page, by offset, or by cursor',
  anyOf: [
    closedObject({ page: integer, pageSize: integer, pageCount: integer, total: integer }, ['page', 'pageSize']),
    closedObject({ start: integer, limit: integer, total: integer }, ['start', 'limit']),
    closedObject({ pageSize: integer, nextCursor: nullable(text), total: integer }, ['pageSize', 'nextCursor']),
  ],
};

/** Names separated by dots. */
const path = '^[A-Za-z_][\\w-]*(\\.[A-Za-z_][\\w-]*)+';

const statusRef = schemaRef('DraftStatus');

const AvailableLocale = closedObject(
  { locale: text, status: statusRef, updatedAt: nullable(dateTime), publishedAt: nullable(dateTime) },
  ['locale', 'updatedAt', 'publishedAt'],
);

/** The names of a deleted user or token are null. */
const creatorSchema = (schema: Schema): SchemaObject => ({
  description: 'who created or changed a document, in a populate',
  ...closedObject(
    Object.fromEntries(
      [...creatorTypeOf(schema).attributes.keys()].map((name) => [name, name === 'id' ? integer : nullable(text)]),
    ),
    ['id'],
  ),
});

export const sharedSchemas = (schema: Schema): Readonly<Record<string, SchemaObject>> => ({
  Error: requiredObject({ data: { type: 'null' }, error: { $ref: '#/components/schemas/ErrorDetails' } }),
  ErrorDetails,
  Pagination,
  DraftStatus: draftStatus,
  DocumentMeta: closedObject({
    status: { ...statusRef, description: 'only with drafts: how the draft differs from the published version' },
    availableLocales: {
      ...arrayOf(AvailableLocale),
      description: 'only with `view=edit`: the locales in which the document exists',
    },
  }),
  ListMeta: closedObject(
    {
      pagination: { $ref: '#/components/schemas/Pagination' },
      status: {
        ...arrayOf(statusRef),
        description: 'only with `view=edit`: how each draft of `data` differs from its published version',
      },
    },
    ['pagination'],
  ),
  ...(hasCreators(schema) ? { Creator: creatorSchema(schema) } : {}),
  BulkTarget: requiredObject({ documentId: { ...text, minLength: 1 } }),
  BulkFailure: requiredObject({ status: integer, error: { $ref: '#/components/schemas/ErrorDetails' } }),
  Count: { ...requiredObject({ count: integer }), description: 'the number of entries, in a populate with `count`' },
  Health: requiredObject({ status: { const: 'ok' } }),
  ...blockSchemas(),
  SortPath: { ...text, pattern: `${path}(:(asc|desc))?$`, description: 'through relations and components' },
  PopulatePath: { ...text, pattern: `${path}$`, description: 'through relations, components and zones' },
  ...sharedFilterSchemas(),
  NameList: { anyOf: [text, arrayOf(text)], description: 'a text with commas, or a list' },
  Populate: {
    anyOf: [booleanSchema, text, schemaRef('PopulateOptions')],
    description: '`true` or `*`; or what to return of an attribute',
  },
  PopulateTree: { type: 'object', additionalProperties: schemaRef('Populate'), description: 'by attribute' },
  PopulateOptions: closedObject({
    ...{ fields: schemaRef('NameList'), sort: schemaRef('NameList'), count: booleanSchema },
    filters: { type: 'object', description: 'which related documents or components to return' },
    populate: { anyOf: [schemaRef('NameList'), schemaRef('PopulateTree')] },
    on: { ...schemaRef('PopulateTree'), description: 'of a zone or a polymorphic relation: by uid' },
  }),
  ...linkSchemas([...schema.types.keys()]),
  ...contractSchemas(schema),
  PreviewLink: closedObject({ url: text, publishedUrl: text, token: text, expiresAt: dateTime }, [
    'url',
    'token',
    'expiresAt',
  ]),
});
