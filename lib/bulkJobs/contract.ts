// Declares the operations on jobs that change many documents.
import {
  arrayOf,
  closedObject,
  dataAnswer,
  dateTime,
  defineContract,
  flag,
  fullObject,
  integer,
  nullable,
  text,
} from '../contracts/contract.ts';

/** The most documents of a job. */
export const maxDocuments = 10_000;

/** The most failures in an answer. */
export const maxFailures = 100;

/** The most jobs of a list. */
export const maxListed = 20;

export const typeRule = 'must be the uid of a collection type';

const action = { type: 'string', enum: ['publish', 'unpublish', 'update', 'delete', 'stage', 'assignee'] } as const;

const state = { type: 'string', enum: ['running', 'done', 'canceled', 'undoing', 'undone'] } as const;

const fault = fullObject({ path: arrayOf(text), message: text });

/** The first documents that were not changed, or not put back. */
const failures = {
  ...arrayOf(fullObject({ documentId: text, title: nullable(text), faults: arrayOf(fault) })),
  maxItems: maxFailures,
  description:
    'the first documents that failed or, after an undo, were left as they are, and why; empty while the job runs',
} as const;

const BulkJob = fullObject({
  ...{ id: text, type: text, locale: nullable(text), action, state },
  total: { ...integer, description: 'how many documents the job is about' },
  changed: { ...integer, description: 'how many are changed by it now' },
  failed: integer,
  undone: { ...integer, description: 'how many were put back' },
  left: { ...integer, description: 'how many an undo left as they are' },
  canUndo: flag,
  ...{ createdAt: dateTime, failures },
});

const one = { returns: 'The job', answer: dataAnswer(BulkJob), errors: [404, 409] } as const;

/** The permissions are those to change the documents; the handlers check them. */
export const bulkJobContract = defineContract({
  tag: 'Editor',
  function: 'general',
  path: '/api/editor/bulk/jobs',
  access: 'editor',
  envelope: 'named',
  params: { id: { type: 'string', description: 'the id of a job' } },
  schemas: { BulkJob },
  operations: {
    findBulkJobs: {
      method: 'GET',
      summary: 'Lists the jobs of the user, the latest first',
      returns: `At most ${maxListed} jobs of the last seven days, without their failures`,
      answer: dataAnswer(arrayOf(BulkJob)),
    },
    createBulkJob: {
      method: 'POST',
      summary: 'Changes many documents of a type',
      description:
        'As the user, with the permissions that the user has when a document is changed. What is wrong with one document does not keep the others from being changed. The answer comes after about a second; then the job goes on by itself.',
      body: closedObject(
        {
          type: { ...text, description: 'the uid of a collection type', rules: { any: typeRule } },
          locale: { ...text, description: 'absent: the default locale; `*`: all, of a deletion' },
          documentIds: {
            type: 'array',
            ...{ minItems: 1, maxItems: maxDocuments },
            items: { type: 'string', minLength: 1, maxLength: 255 },
            rules: { any: `must be a list of 1 to ${maxDocuments} documentIds` },
          },
          query: {
            type: 'string',
            maxLength: 20_000,
            description: 'instead of `documentIds`: the query of a list, with the filters that the documents match',
          },
          expected: { ...integer, description: 'how many documents match the query: for any other number it is a 409' },
          action,
          data: { type: 'object', description: 'of `update`: the values, which drafts get if the type has drafts' },
          id: { type: ['integer', 'null'], description: 'of `stage` and `assignee`; null: nobody' },
        } as const,
        ['type', 'action'],
      ),
      example: { type: 'api::article.article', documentIds: ['ju4pyo7owfv2ni8cu8oo3lxv'], action: 'publish' },
      status: 201,
      ...{ returns: 'The job', answer: dataAnswer(BulkJob), errors: [409] },
    },
    findBulkJob: { method: 'GET', path: '/{id}', summary: 'Returns how far a job is', ...one },
    cancelBulkJob: {
      method: 'POST',
      path: '/{id}/cancel',
      summary: 'Ends a job before its other documents',
      description: 'What is done stays. The same ends an undo.',
      ...one,
    },
    undoBulkJob: {
      method: 'POST',
      path: '/{id}/undo',
      summary: 'Puts the documents of a job back',
      description: 'Documents that anybody has changed after the job stay as they are.',
      ...one,
    },
    deleteBulkJob: {
      method: 'DELETE',
      path: '/{id}',
      summary: 'Forgets a job that has ended: it cannot be undone any more',
      ...{ returns: 'Done', errors: [404, 409] },
    },
  },
});
