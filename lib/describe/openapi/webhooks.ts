// Webhooks, and the deliveries that wait for them.
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

export const hooks = {
  findWebhooks: (): DescribedRoute => ({
    ...about,
    answers: { 200: answered('In the order they were made', whole({ data: listOf(ref('Webhook')) })) },
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
        ...hook('The webhook, with the secret that this answer alone shows', 'ShownWebhook'),
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
    answers: { 200: hook('What is known of it') },
    refusals: [404],
  }),
  updateWebhook: (context: Context): DescribedRoute => ({
    ...about,
    parameters: [id],
    body: body(closed(changeable(context)), { isEnabled: false }),
    answers: {
      200: answered('The webhook; with its secret where that was changed', {
        ...whole({ data: { anyOf: [ref('Webhook'), ref('ShownWebhook')] } }),
      }),
    },
    refusals: [400, 404],
  }),
  deleteWebhook: (): DescribedRoute => ({
    ...about,
    parameters: [id],
    answers: { 200: hook('What it was') },
    refusals: [404],
  }),
  findDeliveries: (context: Context): DescribedRoute => ({
    ...about,
    parameters: [id, ...parameters.deliveries(context)],
    answers: {
      200: answered(
        'In the order in which they happened',
        whole({ data: listOf(ref('Delivery')), meta: whole({ pagination: ref('Pagination') }) }),
      ),
    },
    refusals: [400, 404],
  }),
  replayDeliveries: (): DescribedRoute => ({
    ...about,
    parameters: [id],
    body: optionalBody(closed({ deliveries: { ...listOf({ ...text, minLength: 1 }), minItems: 1 } })),
    answers: { 200: answered('How many', whole({ data: whole({ replayed: integer }) })) },
    refusals: [400, 404],
  }),
};
