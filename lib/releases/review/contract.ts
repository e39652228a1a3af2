// Declares the operations on the stage and the assignee of a draft.
import {
  arrayOf,
  closedObject,
  defineContract,
  flag,
  fullObject,
  integer,
  envelopeAnswer,
  missing,
  nullable,
  text,
  type FromSchema,
} from '../../contracts/contract.ts';

const stageProperties = { id: integer, name: text } as const;
const stage = fullObject(stageProperties);
const user = fullObject({ id: integer, documentId: text, username: text });

/** A user to whom a draft is or can be assigned. */
export type ReviewUser = FromSchema<typeof user>;

const Review = fullObject({
  ...{ documentId: text, locale: nullable(text), strapi_stage: stage, strapi_assignee: nullable(user) },
});

const change = {
  method: 'PUT',
  ifMatch: true,
  returns: 'The draft',
  answer: envelopeAnswer(Review),
  answersDocument: true,
} as const;

/** `update` can also be `review`. */
export const reviewContract = defineContract({
  tag: 'Review',
  function: 'general',
  path: '/api/{contentType}/{documentId}',
  ofDocuments: true,
  access: {
    findStages: '{contentType}.update',
    moveToStage: '{contentType}.review',
    assign: '{contentType}.update',
  },
  envelope: 'named',
  params: {},
  schemas: { Review },
  operations: {
    findStages: {
      method: 'GET',
      path: '/stages',
      summary: 'Returns the stages of {document}',
      returns:
        'The stages, whether the caller may move the draft there, into which a change by the caller puts it, to whom it can be assigned, and which of them may move it into the stage that publishes',
      answer: fullObject({
        data: arrayOf(fullObject({ ...stageProperties, isAllowed: flag })),
        meta: fullObject({
          ...{ stageCount: integer, workflowCount: integer, publishFrom: nullable(text) },
          ...{ stage, returnsTo: nullable(text), assignee: nullable(user) },
          ...{ assignable: arrayOf(user), approvers: arrayOf(user) },
        }),
      }),
    },
    moveToStage: {
      ...change,
      path: '/stage',
      summary: 'Moves the draft of {document} into a stage',
      body: {
        ...closedObject(stageProperties),
        documented: { oneOf: [{ required: ['id'] }, { required: ['name'] }] },
      },
    },
    assign: {
      ...change,
      path: '/assignee',
      summary: 'Assigns the draft of {document} to a user',
      body: closedObject({ id: { type: ['integer', 'null'], rules: missing('number') } }, ['id']),
    },
  },
});
