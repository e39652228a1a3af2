// Defines the responses of a content type as components: one document, one document in several locales, and a list.
import type { ContentType } from '../../schema/index.ts';
import { isSingle } from './aboutType.ts';
import type { Answered, Context, JsonSchema, Reference } from './types.ts';
import { enveloped, jsonWith, leadsTo, listOf, named, partOf, ref, refTo } from './words.ts';

/** The ETag header, for `If-None-Match` and `If-Match`. */
export const etag = refTo('headers', 'ETag');

type Kind = 'one' | 'locales' | 'list';

const schemas: Readonly<Record<Kind, (document: JsonSchema) => JsonSchema>> = {
  one: (document) => enveloped(document, ref('DocumentMeta')),
  locales: (document) => enveloped({ anyOf: [document, listOf(document)] }, ref('DocumentMeta')),
  list: (document) => enveloped(listOf(document), ref('ListMeta')),
};

/** The ids of operations on one document, as document.ts sets them: `article.findOne`. */
const nextOf = ({ singularName, draftAndPublish }: ContentType): readonly string[] =>
  ['findOne', 'update', 'delete', ...(draftAndPublish ? ['publish'] : [])].map((name) => `${singularName}.${name}`);

const response = (context: Context, type: ContentType, kind: Kind): Answered => ({
  description: kind === 'list' ? 'A page of documents' : 'The document',
  headers: { ETag: etag },
  content: jsonWith(schemas[kind](named(context, type.uid)), partOf(context, type, kind === 'list' ? 'list' : 'one')),
  ...(kind === 'one' && !isSingle(type)
    ? leadsTo({ parameter: 'documentId', pointer: '/data/documentId' }, ...nextOf(type))
    : {}),
});

export const oneOfType = (context: Context, type: ContentType): Reference =>
  refTo('responses', partOf(context, type, 'one'));

export const listOfType = (context: Context, type: ContentType): Reference =>
  refTo('responses', partOf(context, type, 'list'));

/** The response of an action: with `locale=*` it has a document for each locale. */
export const changedOfType = (context: Context, type: ContentType): Reference =>
  refTo('responses', partOf(context, type, type.localized ? 'locales' : 'one'));

const kindsOf = (type: ContentType): readonly Kind[] => [
  'one',
  ...(type.localized && type.draftAndPublish ? (['locales'] as const) : []),
  ...(isSingle(type) ? [] : (['list'] as const)),
];

/** The responses of all content types, by name. */
export const typeResponses = (context: Context): Readonly<Record<string, Answered>> =>
  Object.fromEntries(
    [...context.schema.served.values()].flatMap((type) =>
      kindsOf(type).map((kind) => [partOf(context, type, kind), response(context, type, kind)]),
    ),
  );
