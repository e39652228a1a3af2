// Describes the routes for webhooks and their deliveries, which one function serves.
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

/** The schema of a content type's uid or singular name; any text if the site has no types. */
const typeIn = ({ schema }: Context): JsonSchema => {
  const names = [...schema.served.values()].flatMap(({ uid, singularName }) => [uid, singularName]);
  return names.length === 0 ? text : { ...text, enum: names };
};

const changeable = (context: Context): Readonly<Record<string, JsonSchema>> => ({
  name: { type: 'string', minLength: 1, maxLength: 255 },
  url: { ...text, format: 'uri', pattern: '^https?://' },
  headers: { type: 'object', additionalProperties: text },
  events: { ...listOf({ type: 'string', enum: eventNames }), minItems: 1 },
  contentTypes: { ...orNull({ ...listOf(typeIn(context)), minItems: 1 }), description: 'null: all types' },
  isEnabled: flag,
  secret: orNull({ type: 'string', minLength: 32, maxLength: 255, pattern: '^[!-~]+$' }),
  debounce: {
    type: 'integer',
    minimum: 0,
    maximum: 3600,
    description: 'seconds without events before one call reports all of them; 0: one call for each event',
  },
});

const hook = (description: string, name = 'Webhook') => answered(description, whole({ data: ref(name) }));

const describedIn = (context: Context): Readonly<Record<string, Described>> => ({
  'GET /admin/webhooks': {
    ...about,
    id: 'findWebhooks',
    summary: 'Lists the webhooks',
    answers: { 200: answered('In order of creation', whole({ data: listOf(ref('Webhook')) })) },
    refusals: [404],
  },
  'POST /admin/webhooks': {
    ...about,
    id: 'createWebhook',
    summary: 'Creates a webhook',
    body: body(closed(changeable(context), ['name', 'url', 'events']), {
      name: 'site',
      url: 'https://www.example.org/rebuild',
      events: ['entry.publish', 'entry.unpublish'],
      debounce: 10,
    }),
    answers: {
      201: {
        ...hook('The webhook with its secret, which only this answer contains', 'ShownWebhook'),
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
    answers: { 200: hook('The webhook, without its secret') },
    refusals: [404],
  },
  'PUT /admin/webhooks/{id}': {
    ...about,
    id: 'updateWebhook',
    summary: 'Changes a webhook',
    parameters: [id],
    body: body(closed(changeable(context)), { isEnabled: false }),
    answers: {
      200: answered('The webhook; with its secret if that has changed', {
        ...whole({ data: { anyOf: [ref('Webhook'), ref('ShownWebhook')] } }),
      }),
    },
    refusals: [400, 404],
  },
  'DELETE /admin/webhooks/{id}': {
    ...about,
    id: 'deleteWebhook',
    summary: 'Deletes a webhook and its deliveries',
    parameters: [id],
    answers: { 200: hook('The deleted webhook') },
    refusals: [404],
  },
  'GET /admin/webhooks/{id}/deliveries': {
    ...about,
    id: 'findDeliveries',
    summary: 'Lists the waiting and the parked deliveries of a webhook',
    parameters: [id, ...parameters.deliveries(context)],
    answers: {
      200: answered(
        'In the order of their events',
        whole({ data: listOf(ref('Delivery')), meta: whole({ pagination: ref('Pagination') }) }),
      ),
    },
    refusals: [400, 404],
  },
  'POST /admin/webhooks/{id}/replay': {
    ...about,
    id: 'replayDeliveries',
    summary: 'Delivers parked deliveries again',
    parameters: [id],
    body: optionalBody(closed({ deliveries: { ...listOf({ ...text, minLength: 1 }), minItems: 1 } })),
    answers: { 200: answered('The number of replayed deliveries', whole({ data: whole({ replayed: integer }) })) },
    refusals: [400, 404],
  },
});

/** Describes a route that the function serves. */
const webhooks = (context: Context, { method, path }: Route): Described => {
  const one = describedIn(context)[`${method} ${path}`];
  if (one === undefined) throw new Error(`${method} ${path} is not described`);
  return one;
};

export const hooks = { webhooks };
