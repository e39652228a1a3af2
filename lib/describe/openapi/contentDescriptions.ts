// Describes the routes of content types, below `/api/{contentType}`.
import type { ContentType } from '../../schema/index.ts';
import {
  typeDescription,
  isSingleType,
  jsonContentWithExample,
  typeSchemaRef,
  componentName,
  requiredObject,
} from './schemaParts.ts';
import { describeBulk, describeTransition, describeUid } from './actionDescriptions.ts';
import * as parameters from './parameters.ts';
import { listResponse, documentResponse } from './typeResponses.ts';
import type { Context, RouteDescription, SchemaObject, TypeRoute } from './types.ts';

const find = (context: Context, { type }: TypeRoute): RouteDescription =>
  isSingleType(type)
    ? findOne(context, { type, action: undefined })
    : {
        ...typeDescription(type),
        summary: `Lists ${type.pluralName}`,
        parameters: [...parameters.listParameters(context, type), parameters.viewParameter],
        answers: { 200: listResponse(context, type) },
        // 404: there is no such release.
        errorStatuses: type.draftAndPublish ? [400, 404] : [400],
      };

const findOne = (context: Context, { type }: TypeRoute): RouteDescription => ({
  ...typeDescription(type),
  summary: `Reads ${isSingleType(type) ? '' : 'one '}${type.singularName}`,
  parameters: [
    ...parameters.documentIdParameter(context, type),
    ...parameters.readParameters(context, type),
    parameters.viewParameter,
  ],
  answers: { 200: documentResponse(context, type) },
  errorStatuses: [400, 404],
});

const documentBody = (context: Context, type: ContentType, ending: string): SchemaObject => ({
  required: true,
  content: jsonContentWithExample(
    requiredObject({ data: typeSchemaRef(context, type.uid, ending) }),
    componentName(context, type, 'input'),
  ),
});

const create = (context: Context, { type }: TypeRoute): RouteDescription => ({
  ...typeDescription(type),
  summary: `Creates one ${type.singularName}`,
  ...(type.draftAndPublish
    ? {
        description:
          'Also publishes the document. With `status=draft` it creates only a draft, which may lack required attributes.',
      }
    : {}),
  parameters: [...parameters.writeParameters(context, type), parameters.idempotencyKeyParameter],
  body: documentBody(context, type, 'New'),
  answers: { 201: documentResponse(context, type) },
  errorStatuses: [400, 409, 422],
});

const update = (context: Context, { type }: TypeRoute): RouteDescription => ({
  ...typeDescription(type),
  summary: isSingleType(type) ? `Changes or creates ${type.singularName}` : `Changes one ${type.singularName}`,
  description:
    'Changes only the attributes in `data`; null clears a value.' +
    (type.draftAndPublish ? ' Changes the draft and publishes it; with `status=draft` changes only the draft.' : ''),
  parameters: [
    ...parameters.documentIdParameter(context, type),
    ...parameters.writeParameters(context, type),
    parameters.ifMatchParameter,
    ...(isSingleType(type) || type.localized ? [parameters.mustNotExistParameter] : []),
  ],
  body: documentBody(context, type, 'Input'),
  answers: { 200: documentResponse(context, type) },
  errorStatuses: [400, 404, 412],
});

const remove = (context: Context, { type }: TypeRoute): RouteDescription => ({
  ...typeDescription(type),
  summary: `Deletes ${isSingleType(type) ? '' : 'one '}${type.singularName}`,
  description: 'Deletes both versions. 204 also if there is no such document.',
  parameters: [
    ...parameters.documentIdParameter(context, type),
    ...parameters.localesParameter(type),
    parameters.ifMatchParameter,
  ],
  answers: { 204: { description: 'Deleted' } },
  errorStatuses: [400, 412],
});

/** The descriptions by name of the function; a function returns undefined if a type has no such route. */
export const contentDescriptions = {
  find,
  findOne,
  create,
  update,
  delete: remove,
  transition: describeTransition,
  uid: describeUid,
  bulk: describeBulk,
} satisfies Readonly<Record<string, (context: Context, of: TypeRoute) => RouteDescription | undefined>>;
