// What changed since a copy was read.
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, JsonSchema } from './types.ts';
import { answered, closed, flag, integer, listOf, orNull, text, whole } from './words.ts';

const entry: JsonSchema = {
  type: 'object',
  properties: { id: integer, documentId: text },
  required: ['id', 'documentId'],
  description:
    'what the document holds itself: values, components, zones; what it relates to as `{type, documentId}`, which are changes of their own',
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
    'First without `since`, then with the `meta.next` of the answer before: as long as `hasMore` is true at once, else at the next build.',
  parameters: parameters.syncing(context),
  answers: {
    200: answered('Changes', whole({ data: listOf(Change), meta: whole({ next: text, hasMore: flag }) })),
  },
  refusals: [400, 404, 410],
});

export const changes = { sync };
