// The routes of content types, below `/api/{contentType}`.
import type { ContentType, JsonObject } from '../schema/index.ts';
import { about, documentIdOf, isSingle, standing } from './about-type.ts';
import { bulk, transition, uid } from './actions.ts';
import { exampleOf, inputExampleOf } from './examples.ts';
import * as parameters from './parameters.ts';
import type { Answered, Context, Described, OfType } from './types.ts';
import { answered, body, enveloped, leadsTo, listOf, named, ref, whole } from './words.ts';

const one = (context: Context, type: ContentType, description: string): Answered =>
  answered(description, enveloped(named(context, type.uid), standing), {
    data: exampleOf(context, type),
    meta: {},
  });

const find = (context: Context, { type }: OfType): Described => {
  if (isSingle(type)) return findOne(context, { type, action: undefined });
  const example = {
    data: [exampleOf(context, type)],
    meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
  };
  const list = enveloped(listOf(named(context, type.uid)), whole({ pagination: ref('Pagination') }));
  return {
    ...about(type),
    summary: `Lists ${type.pluralName}`,
    parameters: parameters.listing(context, type),
    answers: { 200: answered('A page of them', list, example) },
    refusals: [400],
  };
};

const findOne = (context: Context, { type }: OfType): Described => ({
  ...about(type),
  summary: `Reads ${isSingle(type) ? '' : 'one '}${type.singularName}`,
  parameters: [...documentIdOf(context, type), ...parameters.readingOne(context, type)],
  answers: { 200: one(context, type, 'The document') },
  refusals: [400, 404],
});

const dataOf = (context: Context, type: ContentType, ending: string): JsonObject =>
  body(whole({ data: named(context, type.uid, ending) }), { data: inputExampleOf(context, type) });

/** By the rule of document.ts: `article.findOne`. */
const idsOf = ({ singularName, draftAndPublish }: ContentType): readonly string[] =>
  ['findOne', 'update', 'delete', ...(draftAndPublish ? ['publish', 'unpublish', 'discard-draft'] : [])].map(
    (name) => `${singularName}.${name}`,
  );

const create = (context: Context, { type }: OfType): Described => ({
  ...about(type),
  summary: `Makes one ${type.singularName}`,
  ...(type.draftAndPublish
    ? {
        description:
          'It is published at once. With `status=draft` a draft is made, which may lack what it must have to be published.',
      }
    : {}),
  parameters: [...parameters.writing(context, type), parameters.idempotencyKey],
  body: dataOf(context, type, 'New'),
  answers: {
    201: {
      ...one(context, type, 'The document, made'),
      ...leadsTo({ parameter: 'documentId', pointer: '/data/documentId' }, ...idsOf(type)),
    },
  },
  refusals: [400, 409, 422],
});

const update = (context: Context, { type }: OfType): Described => ({
  ...about(type),
  summary: isSingle(type) ? `Changes or makes ${type.singularName}` : `Changes one ${type.singularName}`,
  description:
    'What `data` does not name stays; null clears.' +
    (type.draftAndPublish ? ' The draft is changed and published; with `status=draft` it is changed alone.' : ''),
  parameters: [...documentIdOf(context, type), ...parameters.writing(context, type), parameters.ifMatch],
  body: dataOf(context, type, 'Input'),
  answers: { 200: one(context, type, 'The document, changed') },
  refusals: [400, 404, 412],
});

const remove = (context: Context, { type }: OfType): Described => ({
  ...about(type),
  summary: `Deletes ${isSingle(type) ? '' : 'one '}${type.singularName}`,
  description: 'Both versions go. What is not there is gone already.',
  parameters: [...documentIdOf(context, type), ...parameters.locales(type), parameters.ifMatch],
  answers: { 204: { description: 'It is gone' } },
  refusals: [400, 412],
});

/** By the name of their function; undefined where a type has no such route. */
export const content = { find, findOne, create, update, delete: remove, transition, uid, bulk } satisfies Readonly<
  Record<string, (context: Context, of: OfType) => Described | undefined>
>;
