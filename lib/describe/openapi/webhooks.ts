// Describes the routes for webhooks and their deliveries.
import { eventNames } from '../../events/webhooks/index.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, JsonSchema } from './types.ts';
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

const about = { tag: 'Webhooks' } as const;

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

export const hooks = {
  findWebhooks: (): DescribedRoute => ({
    ...about,
    answers: { 200: answered('In order of creation', whole({ data: listOf(ref('Webhook')) })) },
    refusals: [404],
  }),
  createWebhook: (context: Context): DescribedRoute => ({
    ...about,
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
  }),
  findWebhook: (): DescribedRoute => ({
    ...about,
    parameters: [id],
    answers: { 200: hook('The webhook, without its secret') },
    refusals: [404],
  }),
  updateWebhook: (context: Context): DescribedRoute => ({
    ...about,
    parameters: [id],
    body: body(closed(changeable(context)), { isEnabled: false }),
    answers: {
      200: answered('The webhook; with its secret if that has changed', {
        ...whole({ data: { anyOf: [ref('Webhook'), ref('ShownWebhook')] } }),
      }),
    },
    refusals: [400, 404],
  }),
  deleteWebhook: (): DescribedRoute => ({
    ...about,
    parameters: [id],
    answers: { 200: hook('The deleted webhook') },
    refusals: [404],
  }),
  findDeliveries: (context: Context): DescribedRoute => ({
    ...about,
    parameters: [id, ...parameters.deliveries(context)],
    answers: {
      200: answered(
        'In the order of their events',
        whole({ data: listOf(ref('Delivery')), meta: whole({ pagination: ref('Pagination') }) }),
      ),
    },
    refusals: [400, 404],
  }),
  replayDeliveries: (): DescribedRoute => ({
    ...about,
    parameters: [id],
    body: optionalBody(closed({ deliveries: { ...listOf({ ...text, minLength: 1 }), minItems: 1 } })),
    answers: { 200: answered('The number of replayed deliveries', whole({ data: whole({ replayed: integer }) })) },
    refusals: [400, 404],
  }),
};
