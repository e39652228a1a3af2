// Describes the routes for actions on documents, suggested uids and bulk writes.
import { suggestedUids } from '../../read/query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import {
  typeDescription,
  isSingleType,
  jsonResponse,
  requiredBody,
  closedObject,
  envelope,
  booleanSchema,
  integer,
  arrayOf,
  typeSchemaRef,
  nullable,
  schemaRef,
  componentRef,
  text,
  requiredObject,
} from './schemaParts.ts';
import * as parameters from './parameters.ts';
import { actionResponse } from './typeResponses.ts';
import type { Context, RouteDescription, SchemaObject, TypeRoute } from './types.ts';

const actionTexts = {
  publish: ['Publishes', 'Publishes the current draft.'],
  unpublish: ['Unpublishes', 'Removes the published version. The draft stays.'],
  'discard-draft': ['Discards the draft of', 'Replaces the draft by the published version.'],
} as const;

const previewLink = (context: Context, type: ContentType): RouteDescription => ({
  ...typeDescription(type),
  summary: `Creates a link to the draft of ${isSingleType(type) ? '' : 'one '}${type.singularName}`,
  description: 'Anyone with the link may read that draft until the link expires.',
  parameters: [...parameters.documentIdParameter(context, type), ...parameters.localeParameter(type)],
  body: componentRef('requestBodies', 'PreviewLink'),
  answers: { 200: componentRef('responses', 'PreviewLink') },
  errorStatuses: [400, 404],
});

export const describeTransition = (
  context: Context,
  { type, action = 'publish' }: TypeRoute,
): RouteDescription | undefined => {
  if (!type.draftAndPublish) return undefined;
  if (action === 'preview-link') return previewLink(context, type);
  const [verb, description] = actionTexts[action];
  return {
    ...typeDescription(type),
    summary: `${verb} ${isSingleType(type) ? '' : 'one '}${type.singularName}`,
    description,
    parameters: [
      ...parameters.documentIdParameter(context, type),
      ...parameters.localesParameter(type),
      ...parameters.selectionParameters(context, type),
      ...[parameters.ifMatchParameter, parameters.idempotencyKeyParameter],
    ],
    body: componentRef('requestBodies', 'Empty'),
    answers: { 200: actionResponse(context, type) },
    errorStatuses: [400, 404, 409, 412, 422],
  };
};

export const describeUid = (_: Context, { type }: TypeRoute): RouteDescription | undefined => {
  const suggested = suggestedUids(type);
  if (suggested.length === 0 || isSingleType(type)) return undefined;
  const sources = [...new Set(suggested.map(({ targetField }) => targetField))];
  const names = suggested.map(({ name }) => name);
  return {
    ...typeDescription(type),
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
      ...parameters.localeParameter(type),
    ],
    answers: { 200: componentRef('responses', 'Suggestions') },
    errorStatuses: [400],
  };
};

export const describeBulk = (context: Context, { type }: TypeRoute): RouteDescription | undefined => {
  if (isSingleType(type)) return undefined;
  const documentId: SchemaObject = { type: 'string', minLength: 1 };
  const target = schemaRef('BulkTarget');
  const entry = {
    ...closedObject({
      create: requiredObject({ data: typeSchemaRef(context, type.uid, 'New') }),
      update: requiredObject({ documentId, data: typeSchemaRef(context, type.uid, 'Input') }),
      delete: target,
      ...(type.draftAndPublish ? { publish: target, unpublish: target } : {}),
    }),
    ...{ minProperties: 1, maxProperties: 1 },
  };
  const result = {
    anyOf: [
      requiredObject({ status: integer, data: nullable(typeSchemaRef(context, type.uid)) }),
      schemaRef('BulkFailure'),
    ],
  };
  return {
    ...typeDescription(type),
    summary: `Writes many ${type.pluralName}`,
    description:
      'All writes succeed, or none does. With `atomic: false` each write is independent, and the result of a refused write is its error.',
    parameters: [...parameters.bulkParameters(type), parameters.idempotencyKeyParameter],
    body: requiredBody(closedObject({ data: { ...arrayOf(entry), maxItems: 500 }, atomic: booleanSchema }, ['data'])),
    answers: { 200: jsonResponse('A result for each write, in order', envelope(arrayOf(result))) },
    errorStatuses: [400, 409, 422],
  };
};
