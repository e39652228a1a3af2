// Describes the routes for actions on documents, suggested uids and bulk writes.
import { suggestedUids } from '../../read/query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import { about, isSingle } from './aboutType.ts';
import * as parameters from './parameters.ts';
import { changedOfType } from './typeResponses.ts';
import type { Context, Described, JsonSchema, OfType } from './types.ts';
import {
  answered,
  body,
  closed,
  enveloped,
  flag,
  integer,
  listOf,
  named,
  orNull,
  ref,
  refTo,
  text,
  whole,
} from './words.ts';

const does = {
  publish: ['Publishes', 'Publishes the current draft.'],
  unpublish: ['Unpublishes', 'Removes the published version. The draft stays.'],
  'discard-draft': ['Discards the draft of', 'Replaces the draft by the published version.'],
} as const;

const previewLink = (context: Context, type: ContentType): Described => ({
  ...about(type),
  summary: `Creates a link to the draft of ${isSingle(type) ? '' : 'one '}${type.singularName}`,
  description: 'Anyone with the link may read that draft until the link expires.',
  parameters: [...parameters.documentId(context, type), ...parameters.locale(type)],
  body: refTo('requestBodies', 'PreviewLink'),
  answers: { 200: refTo('responses', 'PreviewLink') },
  refusals: [400, 404],
});

export const transition = (context: Context, { type, action = 'publish' }: OfType): Described | undefined => {
  if (!type.draftAndPublish) return undefined;
  if (action === 'preview-link') return previewLink(context, type);
  const [verb, description] = does[action];
  return {
    ...about(type),
    summary: `${verb} ${isSingle(type) ? '' : 'one '}${type.singularName}`,
    description,
    parameters: [
      ...parameters.documentId(context, type),
      ...parameters.locales(type),
      ...parameters.selecting(context, type),
      ...[parameters.ifMatch, parameters.idempotencyKey],
    ],
    body: refTo('requestBodies', 'Empty'),
    answers: { 200: changedOfType(context, type) },
    refusals: [400, 404, 409, 412, 422],
  };
};

export const uid = (_: Context, { type }: OfType): Described | undefined => {
  const suggested = suggestedUids(type);
  if (suggested.length === 0 || isSingle(type)) return undefined;
  const sources = [...new Set(suggested.map(({ targetField }) => targetField))];
  const names = suggested.map(({ name }) => name);
  return {
    ...about(type),
    summary: `Suggests ${names.join(', ')} of ${type.singularName}`,
    description: 'Values made from the query that no document has at the moment.',
    parameters: [
      ...sources.map((name) => ({
        ...{ name, in: 'query', required: sources.length === 1, schema: text },
        description: `what ${suggested
          .filter(({ targetField }) => targetField === name)
          .map((attribute) => attribute.name)
          .join(', ')} is generated from`,
      })),
      ...parameters.locale(type),
    ],
    answers: { 200: refTo('responses', 'Suggestions') },
    refusals: [400],
  };
};

export const bulk = (context: Context, { type }: OfType): Described | undefined => {
  if (isSingle(type)) return undefined;
  const documentId: JsonSchema = { type: 'string', minLength: 1 };
  const target = ref('BulkTarget');
  const entry = {
    ...closed({
      create: whole({ data: named(context, type.uid, 'New') }),
      update: whole({ documentId, data: named(context, type.uid, 'Input') }),
      delete: target,
      ...(type.draftAndPublish ? { publish: target, unpublish: target } : {}),
    }),
    ...{ minProperties: 1, maxProperties: 1 },
  };
  const result = {
    anyOf: [whole({ status: integer, data: orNull(named(context, type.uid)) }), ref('BulkFailure')],
  };
  return {
    ...about(type),
    summary: `Writes many ${type.pluralName}`,
    description:
      'All writes succeed, or none does. With `atomic: false` each write is independent, and the result of a refused write is its error.',
    parameters: [...parameters.bulkWriting(type), parameters.idempotencyKey],
    body: body(closed({ data: { ...listOf(entry), maxItems: 500 }, atomic: flag }, ['data'])),
    answers: { 200: answered('A result for each write, in order', enveloped(listOf(result))) },
    refusals: [400, 409, 422],
  };
};
