// Declares the operations on the schedule of a document.
import {
  arrayOf,
  closedObject,
  defineContract,
  fullObject,
  integer,
  envelopeAnswer,
  nullable,
  text,
} from '../../contracts/contract.ts';
import { actionType, plannedTime, state, times, validity } from '../contract.ts';

const Schedule = fullObject({
  ...{ release: integer, type: actionType, locale: nullable(text), ...times, ...state, ...validity },
});

const plans = { returns: 'The plans', answer: envelopeAnswer(arrayOf(Schedule)) } as const;

export const scheduleContract = defineContract({
  tag: 'Releases',
  function: 'general',
  path: '/api/{contentType}/{documentId}/schedule',
  ofDocuments: true,
  access: '{contentType}.publish',
  params: {},
  schemas: { Schedule },
  operations: {
    findSchedules: {
      method: 'GET',
      summary: 'Returns when {document} is published or unpublished',
      ...plans,
    },
    schedule: {
      method: 'PUT',
      summary: 'Plans when {document} is published or unpublished',
      description:
        'A document has at most one plan of each kind in a locale: another one replaces it. `locale=*` plans all locales.',
      body: closedObject(
        {
          type: { ...actionType, default: 'publish' },
          ...plannedTime,
          scheduledAt: {
            ...plannedTime.scheduledAt,
            type: 'string',
            rules: { ...plannedTime.scheduledAt.rules, null: 'is a required field' },
          },
        },
        ['scheduledAt'],
      ),
      ...plans,
    },
    unschedule: {
      method: 'DELETE',
      summary: 'Removes the plan of {document}',
      query: { type: { ...actionType, description: 'only this kind' } },
      returns: 'The plan is removed',
    },
  },
});
