// Describes the route for sync.
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, SchemaObject } from './types.ts';
import {
  jsonResponse,
  closedObject,
  booleanSchema,
  integer,
  arrayOf,
  nullable,
  text,
  requiredObject,
} from './schemaParts.ts';

const entry: SchemaObject = {
  type: 'object',
  properties: { id: integer, documentId: text },
  required: ['id', 'documentId'],
  description:
    'the document with its values, components and zones; related documents are `{type, documentId}`, because they are separate changes',
};

const change = { type: text, documentId: text, locale: nullable(text) };

const Change: SchemaObject = {
  anyOf: [
    closedObject({ ...change, change: { const: 'changed' }, entry }, [...Object.keys(change), 'change', 'entry']),
    requiredObject({ ...change, change: { const: 'deleted' } }),
  ],
};

const sync = (context: Context): DescribedRoute => ({
  tag: 'Site',
  description:
    'Start without `since`. Continue with the `meta.next` of the previous answer: at once while `hasMore` is true, later otherwise.',
  parameters: parameters.syncParameters(context),
  answers: {
    200: jsonResponse(
      'Changes',
      requiredObject({ data: arrayOf(Change), meta: requiredObject({ next: text, hasMore: booleanSchema }) }),
    ),
  },
  errorStatuses: [400, 404, 410],
});

export const syncDescriptions = { sync };
