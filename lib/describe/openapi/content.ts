// Describes the routes of content types, below `/api/{contentType}`.
import type { ContentType } from '../../schema/index.ts';
import { about, isSingle } from './aboutType.ts';
import { bulk, transition, uid } from './actions.ts';
import * as parameters from './parameters.ts';
import { listOfType, oneOfType } from './typeResponses.ts';
import type { Context, Described, JsonSchema, OfType } from './types.ts';
import { jsonWith, named, partOf, whole } from './words.ts';

const find = (context: Context, { type }: OfType): Described =>
  isSingle(type)
    ? findOne(context, { type, action: undefined })
    : {
        ...about(type),
        summary: `Lists ${type.pluralName}`,
        parameters: parameters.listing(context, type),
        answers: { 200: listOfType(context, type) },
        refusals: [400],
      };

const findOne = (context: Context, { type }: OfType): Described => ({
  ...about(type),
  summary: `Reads ${isSingle(type) ? '' : 'one '}${type.singularName}`,
  parameters: [...parameters.documentId(context, type), ...parameters.readingOne(context, type)],
  answers: { 200: oneOfType(context, type) },
  refusals: [400, 404],
});

const bodyOf = (context: Context, type: ContentType, ending: string): JsonSchema => ({
  required: true,
  content: jsonWith(whole({ data: named(context, type.uid, ending) }), partOf(context, type, 'input')),
});

const create = (context: Context, { type }: OfType): Described => ({
  ...about(type),
  summary: `Creates one ${type.singularName}`,
  ...(type.draftAndPublish
    ? {
        description:
          'Also publishes the document. With `status=draft` it creates only a draft, which may lack required attributes.',
      }
    : {}),
  parameters: [...parameters.writing(context, type), parameters.idempotencyKey],
  body: bodyOf(context, type, 'New'),
  answers: { 201: oneOfType(context, type) },
  refusals: [400, 409, 422],
});

const update = (context: Context, { type }: OfType): Described => ({
  ...about(type),
  summary: isSingle(type) ? `Changes or creates ${type.singularName}` : `Changes one ${type.singularName}`,
  description:
    'Changes only the attributes in `data`; null clears a value.' +
    (type.draftAndPublish ? ' Changes the draft and publishes it; with `status=draft` changes only the draft.' : ''),
  parameters: [...parameters.documentId(context, type), ...parameters.writing(context, type), parameters.ifMatch],
  body: bodyOf(context, type, 'Input'),
  answers: { 200: oneOfType(context, type) },
  refusals: [400, 404, 412],
});

const remove = (context: Context, { type }: OfType): Described => ({
  ...about(type),
  summary: `Deletes ${isSingle(type) ? '' : 'one '}${type.singularName}`,
  description: 'Deletes both versions. 204 also if there is no such document.',
  parameters: [...parameters.documentId(context, type), ...parameters.locales(type), parameters.ifMatch],
  answers: { 204: { description: 'Deleted' } },
  refusals: [400, 412],
});

/** The descriptions by name of the function; a function returns undefined if a type has no such route. */
export const content = { find, findOne, create, update, delete: remove, transition, uid, bulk } satisfies Readonly<
  Record<string, (context: Context, of: OfType) => Described | undefined>
>;
