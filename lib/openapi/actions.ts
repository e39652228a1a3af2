// What is done to documents beside reading and writing one: actions, suggestions, many writes at once.
import { suggestedIn } from '../query/index.ts';
import type { ContentType } from '../schema/index.ts';
import { about, documentIdOf, isSingle, standing } from './about-type.ts';
import { exampleOf, inputExampleOf } from './examples.ts';
import * as parameters from './parameters.ts';
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
  optionalBody,
  ref,
  text,
  whole,
} from './words.ts';

const does = {
  publish: ['Publishes', 'The draft is published as it stands.'],
  unpublish: ['Unpublishes', 'The published version goes, the draft stays.'],
  'discard-draft': ['Discards the draft of', 'The draft is again what is published.'],
} as const;

const previewLink = (context: Context, type: ContentType): Described => {
  const expiresIn = { type: 'integer', minimum: 1, maximum: context.config.preview.maxSeconds };
  return {
    ...about(type),
    summary: `Makes a link to the draft of ${isSingle(type) ? '' : 'one '}${type.singularName}`,
    description:
      'Whoever has the link reads that draft, without other rights, until it expires. For who may read the draft.',
    parameters: [...documentIdOf(context, type), ...(type.localized ? [parameters.locale(false)] : [])],
    body: optionalBody(closed({ data: closed({ expiresIn }) })),
    answers: { 200: answered('The link', enveloped(ref('PreviewLink'))) },
    refusals: [400, 404],
  };
};

/** `locale=*` answers a document for each locale. */
export const transition = (context: Context, { type, action = 'publish' }: OfType): Described | undefined => {
  if (!type.draftAndPublish) return undefined;
  if (action === 'preview-link') return previewLink(context, type);
  const [verb, description] = does[action];
  const document = named(context, type.uid);
  const data = type.localized ? { anyOf: [document, listOf(document)] } : document;
  return {
    ...about(type),
    summary: `${verb} ${isSingle(type) ? '' : 'one '}${type.singularName}`,
    description,
    parameters: [
      ...documentIdOf(context, type),
      ...parameters.locales(type),
      ...parameters.selecting(context, type),
      ...[parameters.ifMatch, parameters.idempotencyKey],
    ],
    body: optionalBody(closed({})),
    answers: {
      200: answered('The document', enveloped(data, standing), { data: exampleOf(context, type), meta: {} }),
    },
    refusals: [400, 404, 409, 412, 422],
  };
};

export const uid = (_: Context, { type }: OfType): Described | undefined => {
  const suggested = suggestedIn(type);
  if (suggested.length === 0 || isSingle(type)) return undefined;
  const sources = [...new Set(suggested.map(({ targetField }) => targetField))];
  const names = suggested.map(({ name }) => name);
  return {
    ...about(type),
    summary: `Suggests ${names.join(', ')} of ${type.singularName}`,
    description: 'Free at the moment, and made of what the query gives.',
    parameters: [
      ...sources.map((name) => ({
        ...{ name, in: 'query', required: sources.length === 1, schema: text },
        description: `what ${suggested
          .filter(({ targetField }) => targetField === name)
          .map((attribute) => attribute.name)
          .join(', ')} is made of`,
      })),
      ...(type.localized ? [parameters.locale(false)] : []),
    ],
    answers: {
      200: answered('What is free', enveloped(closed(Object.fromEntries(names.map((name) => [name, text]))))),
    },
    refusals: [400],
  };
};

export const bulk = (context: Context, { type }: OfType): Described | undefined => {
  if (isSingle(type)) return undefined;
  const documentId: JsonSchema = { type: 'string', minLength: 1 };
  const input = named(context, type.uid, 'Input');
  const kinds = {
    create: whole({ data: named(context, type.uid, 'New') }),
    update: whole({ documentId, data: input }),
    delete: whole({ documentId }),
    ...(type.draftAndPublish ? { publish: whole({ documentId }), unpublish: whole({ documentId }) } : {}),
  };
  const entry = { anyOf: Object.entries(kinds).map(([kind, schema]) => whole({ [kind]: schema })) };
  const result = {
    anyOf: [
      whole({ status: integer, data: { anyOf: [named(context, type.uid), { type: 'null' }] } }),
      whole({ status: integer, error: ref('ErrorDetails') }),
    ],
  };
  return {
    ...about(type),
    summary: `Writes many ${type.pluralName}`,
    description:
      'All of them or none; with `atomic: false` each by itself, in order, and what is refused is told in its place.',
    parameters: [...parameters.bulkWriting(type), parameters.idempotencyKey],
    body: body(closed({ data: { ...listOf(entry), maxItems: 500 }, atomic: flag }, ['data']), {
      data: [{ create: { data: inputExampleOf(context, type) } }],
    }),
    answers: { 200: answered('A result for each, in order', enveloped(listOf(result))) },
    refusals: [400, 409, 422],
  };
};
