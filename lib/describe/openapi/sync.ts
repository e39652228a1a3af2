// Describes the route for sync.
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, JsonSchema } from './types.ts';
import { answered, closed, flag, integer, listOf, orNull, text, whole } from './words.ts';

const entry: JsonSchema = {
  type: 'object',
  properties: { id: integer, documentId: text },
  required: ['id', 'documentId'],
  description:
    'the document with its values, components and zones; related documents are `{type, documentId}`, because they are separate changes',
};

const change = { type: text, documentId: text, locale: orNull(text) };

const Change: JsonSchema = {
  anyOf: [
    closed({ ...change, change: { const: 'changed' }, entry }, [...Object.keys(change), 'change', 'entry']),
    whole({ ...change, change: { const: 'deleted' } }),
  ],
};

const sync = (context: Context): DescribedRoute => ({
  tag: 'Site',
  description:
    'Start without `since`. Continue with the `meta.next` of the previous answer: at once while `hasMore` is true, later otherwise.',
  parameters: parameters.syncing(context),
  answers: {
    200: answered('Changes', whole({ data: listOf(Change), meta: whole({ next: text, hasMore: flag }) })),
  },
  refusals: [400, 404, 410],
});

export const changes = { sync };
