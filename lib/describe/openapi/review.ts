// Describes the routes of stages and assignees, once for all content types.
import { inPath } from './parameters.ts';
import {
  arrayOf,
  booleanSchema,
  closedObject,
  componentRef,
  dataResponse,
  integer,
  nullable,
  requiredBody,
  requiredObject,
  schemaRef,
  text,
} from './schemaParts.ts';
import type { DescribedRoute } from './types.ts';

const parameters = [
  inPath('contentType', 'the plural name of a collection, or the name of a single type, with `options.review`', text),
  inPath('documentId', 'the documentId of a document', text),
  componentRef('parameters', 'locales'),
];

const review = { tag: 'Review', errorStatuses: [400, 404], parameters } as const;
const change = { ...review, errorStatuses: [400, 404, 412] } as const;

const stageProperties = { id: integer, name: text };
const stage = requiredObject(stageProperties);
const user = requiredObject({ id: integer, documentId: text, username: text });

const reviewed = dataResponse('The draft', schemaRef('Review'));

const findStages = (): DescribedRoute => ({
  ...review,
  answers: {
    200: dataResponse(
      'The stages, whether the caller may move the draft there, and to whom it can be assigned',
      arrayOf(requiredObject({ ...stageProperties, isAllowed: booleanSchema })),
      requiredObject({
        ...{ stageCount: integer, workflowCount: integer, publishFrom: nullable(text) },
        ...{ stage, assignee: nullable(user), assignable: arrayOf(user) },
      }),
    ),
  },
});

const moveToStage = (): DescribedRoute => ({
  ...change,
  body: requiredBody(
    closedObject({ data: { oneOf: [closedObject({ id: integer }, ['id']), closedObject({ name: text }, ['name'])] } }, [
      'data',
    ]),
  ),
  answers: { 200: reviewed },
});

const assign = (): DescribedRoute => ({
  ...change,
  body: requiredBody(closedObject({ data: closedObject({ id: nullable(integer) }, ['id']) }, ['data'])),
  answers: { 200: reviewed },
});

export const reviewDescriptions = { findStages, moveToStage, assign };

/** The schemas of answers. */
export const reviewSchemas = {
  Review: requiredObject({
    ...{ documentId: text, locale: nullable(text), strapi_stage: stage, strapi_assignee: nullable(user) },
  }),
};
