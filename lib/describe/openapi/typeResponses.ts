// Defines the responses of a content type as components: one document, one document in several locales, and a list.
import type { ContentType } from '../../schema/index.ts';
import {
  isSingleType,
  envelope,
  jsonContentWithExample,
  operationLinks,
  arrayOf,
  typeSchemaRef,
  componentName,
  schemaRef,
  componentRef,
} from './schemaParts.ts';
import type { ResponseObject, Context, SchemaObject, Reference } from './types.ts';

/** The ETag header, for `If-None-Match` and `If-Match`. */
export const etag = componentRef('headers', 'ETag');

type ResponseKind = 'one' | 'locales' | 'list';

const schemas: Readonly<Record<ResponseKind, (document: SchemaObject) => SchemaObject>> = {
  one: (document) => envelope(document, schemaRef('DocumentMeta')),
  locales: (document) => envelope({ anyOf: [document, arrayOf(document)] }, schemaRef('DocumentMeta')),
  list: (document) => envelope(arrayOf(document), schemaRef('ListMeta')),
};

/** The operationIds of the operations on one document: `article.findOne`. */
const nextOperations = ({ singularName, draftAndPublish }: ContentType): readonly string[] =>
  ['findOne', 'update', 'delete', ...(draftAndPublish ? ['publish'] : [])].map((name) => `${singularName}.${name}`);

const response = (context: Context, type: ContentType, kind: ResponseKind): ResponseObject => ({
  description: kind === 'list' ? 'A page of documents' : 'The document',
  headers: { ETag: etag },
  content: jsonContentWithExample(
    schemas[kind](typeSchemaRef(context, type.uid)),
    componentName(context, type, kind === 'list' ? 'list' : 'one'),
  ),
  ...(kind === 'one' && !isSingleType(type)
    ? operationLinks({ parameter: 'documentId', pointer: '/data/documentId' }, ...nextOperations(type))
    : {}),
});

export const documentResponse = (context: Context, type: ContentType): Reference =>
  componentRef('responses', componentName(context, type, 'one'));

export const listResponse = (context: Context, type: ContentType): Reference =>
  componentRef('responses', componentName(context, type, 'list'));

/** The response of an action: with `locale=*` it has a document for each locale. */
export const actionResponse = (context: Context, type: ContentType): Reference =>
  componentRef('responses', componentName(context, type, type.localized ? 'locales' : 'one'));

const responseKinds = (type: ContentType): readonly ResponseKind[] => [
  'one',
  ...(type.localized && type.draftAndPublish ? (['locales'] as const) : []),
  ...(isSingleType(type) ? [] : (['list'] as const)),
];

/** The responses of all content types, by name. */
export const typeResponses = (context: Context): Readonly<Record<string, ResponseObject>> =>
  Object.fromEntries(
    [...context.schema.served.values()].flatMap((type) =>
      responseKinds(type).map((kind) => [componentName(context, type, kind), response(context, type, kind)]),
    ),
  );
