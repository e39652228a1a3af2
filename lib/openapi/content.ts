// The routes of content types, below `/api/{contentType}`.
import { suggestedIn } from '../query/index.ts';
import type { ContentType, JsonObject } from '../schema/index.ts';
import { exampleOf, inputExampleOf } from './examples.ts';
import * as parameters from './parameters.ts';
import type { Answered, Context, Described, JsonSchema, OfType } from './types.ts';
import {
  answered,
  body,
  closed,
  enveloped,
  flag,
  integer,
  leadsTo,
  listOf,
  named,
  optionalBody,
  ref,
  text,
  whole,
} from './words.ts';

const tagOf = ({ displayName }: ContentType): string => displayName;

const isSingle = ({ kind }: ContentType): boolean => kind === 'singleType';

const about = (type: ContentType) => ({ tag: tagOf(type), asks: 'caller' }) as const;

const documentIdOf = (context: Context, type: ContentType): readonly JsonObject[] =>
  isSingle(type) ? [] : [parameters.documentIdLike(exampleOf(context, type).documentId)];

/** Of a draft, how it stands to what is published. */
const standing = closed({ status: { type: 'string', enum: ['draft', 'modified', 'published'] } });

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

const does = {
  publish: ['Publishes', 'The draft is published as it stands.'],
  unpublish: ['Unpublishes', 'The published version goes, the draft stays.'],
  'discard-draft': ['Discards the draft of', 'The draft is again what is published.'],
} as const;

/** `locale=*` answers a document for each locale. */
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

const transition = (context: Context, { type, action = 'publish' }: OfType): Described | undefined => {
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

const uid = (_: Context, { type }: OfType): Described | undefined => {
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

const bulk = (context: Context, { type }: OfType): Described | undefined => {
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

/** By the name of their function; undefined where a type has no such route. */
export const content = { find, findOne, create, update, delete: remove, transition, uid, bulk } satisfies Readonly<
  Record<string, (context: Context, of: OfType) => Described | undefined>
>;
