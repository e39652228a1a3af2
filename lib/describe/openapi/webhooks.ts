// Who is told of changes: webhooks, and what waits for them. One function serves all of it.
import { eventNames } from '../../events/webhooks/index.ts';
import * as parameters from './parameters.ts';
import type { Context, Described, JsonSchema, Route } from './types.ts';
import {
  answered,
  body,
  closed,
  flag,
  integer,
  leadsTo,
  listOf,
  optionalBody,
  orNull,
  ref,
  text,
  whole,
} from './words.ts';

const about = { tag: 'Webhooks', asks: 'owner' } as const;

const id = parameters.inPath('id', 'the id of a webhook', integer);

/** By uid or by singular name; where there are no types, there is none. */
const typeIn = ({ schema }: Context): JsonSchema => {
  const names = [...schema.served.values()].flatMap(({ uid, singularName }) => [uid, singularName]);
  return names.length === 0 ? text : { ...text, enum: names };
};

const changeable = (context: Context): Readonly<Record<string, JsonSchema>> => ({
  name: { type: 'string', minLength: 1, maxLength: 255 },
  url: { ...text, format: 'uri', pattern: '^https?://' },
  headers: { type: 'object', additionalProperties: text },
  events: { ...listOf({ type: 'string', enum: eventNames }), minItems: 1 },
  contentTypes: { ...orNull({ ...listOf(typeIn(context)), minItems: 1 }), description: 'null: all' },
  isEnabled: flag,
  secret: orNull({ type: 'string', minLength: 32, maxLength: 255, pattern: '^[!-~]+$' }),
  debounce: {
    type: 'integer',
    minimum: 0,
    maximum: 3600,
    description: 'seconds of quiet before one call tells of all',
  },
});

const hook = (description: string, name = 'Webhook') => answered(description, whole({ data: ref(name) }));

const describedIn = (context: Context): Readonly<Record<string, Described>> => ({
  'GET /admin/webhooks': {
    ...about,
    id: 'findWebhooks',
    summary: 'Lists the webhooks',
    answers: { 200: answered('In the order they were made', whole({ data: listOf(ref('Webhook')) })) },
    refusals: [404],
  },
  'POST /admin/webhooks': {
    ...about,
    id: 'createWebhook',
    summary: 'Makes a webhook',
    body: body(closed(changeable(context), ['name', 'url', 'events']), {
      name: 'site',
      url: 'https://www.example.org/rebuild',
      events: ['entry.publish', 'entry.unpublish'],
      debounce: 10,
    }),
    answers: {
      201: {
        ...hook('The webhook, with the secret that this answer alone shows', 'ShownWebhook'),
        ...leadsTo(
          { parameter: 'id', pointer: '/data/id' },
          ...['findWebhook', 'updateWebhook', 'findDeliveries', 'replayDeliveries', 'deleteWebhook'],
        ),
      },
    },
    refusals: [400, 404],
  },
  'GET /admin/webhooks/{id}': {
    ...about,
    id: 'findWebhook',
    summary: 'Reads one webhook',
    parameters: [id],
    answers: { 200: hook('What is known of it') },
    refusals: [404],
  },
  'PUT /admin/webhooks/{id}': {
    ...about,
    id: 'updateWebhook',
    summary: 'Changes a webhook',
    parameters: [id],
    body: body(closed(changeable(context)), { isEnabled: false }),
    answers: {
      200: answered('The webhook; with its secret where that was changed', {
        ...whole({ data: { anyOf: [ref('Webhook'), ref('ShownWebhook')] } }),
      }),
    },
    refusals: [400, 404],
  },
  'DELETE /admin/webhooks/{id}': {
    ...about,
    id: 'deleteWebhook',
    summary: 'Deletes a webhook, and what waits for it',
    parameters: [id],
    answers: { 200: hook('What it was') },
    refusals: [404],
  },
  'GET /admin/webhooks/{id}/deliveries': {
    ...about,
    id: 'findDeliveries',
    summary: 'Lists what waits for a webhook, and what was given up',
    parameters: [id, ...parameters.deliveries(context)],
    answers: {
      200: answered(
        'In the order in which they happened',
        whole({ data: listOf(ref('Delivery')), meta: whole({ pagination: ref('Pagination') }) }),
      ),
    },
    refusals: [400, 404],
  },
  'POST /admin/webhooks/{id}/replay': {
    ...about,
    id: 'replayDeliveries',
    summary: 'Has what was given up delivered again',
    parameters: [id],
    body: optionalBody(closed({ deliveries: { ...listOf({ ...text, minLength: 1 }), minItems: 1 } })),
    answers: { 200: answered('How many', whole({ data: whole({ replayed: integer }) })) },
    refusals: [400, 404],
  },
});

/** Of a route that the function serves. */
const webhooks = (context: Context, { method, path }: Route): Described => {
  const one = describedIn(context)[`${method} ${path}`];
  if (one === undefined) throw new Error(`${method} ${path} is not described`);
  return one;
};

export const hooks = { webhooks };
