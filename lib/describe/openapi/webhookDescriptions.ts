// Describes the routes for webhooks and their deliveries.
import { eventNames } from '../../platform/eventNames.ts';
import * as parameters from './parameters.ts';
import type { Context, DescribedRoute, SchemaObject } from './types.ts';
import {
  jsonResponse,
  requiredBody,
  closedObject,
  booleanSchema,
  integer,
  operationLinks,
  arrayOf,
  optionalBody,
  nullable,
  schemaRef,
  text,
  requiredObject,
} from './schemaParts.ts';

const aboutWebhooks = { tag: 'Webhooks' } as const;

const id = parameters.inPath('id', 'the id of a webhook', integer);

const receiverId = parameters.inPath('id', 'the id of a webhook, or the name of a receiver of the deployed code', {
  anyOf: [integer, { ...text, pattern: '^(handlers|target)\\.' }],
});

/** The schema of a content type's uid or singular name; any text if the site has no types. */
const typeNameSchema = ({ schema }: Context): SchemaObject => {
  const names = [...schema.served.values()].flatMap(({ uid, singularName }) => [uid, singularName]);
  return names.length === 0 ? text : { ...text, enum: names };
};

const webhookProperties = (context: Context): Readonly<Record<string, SchemaObject>> => ({
  name: { type: 'string', minLength: 1, maxLength: 255 },
  url: { ...text, format: 'uri', pattern: '^https?://' },
  headers: { type: 'object', additionalProperties: text, description: '***: a stored value, which no answer shows' },
  events: { ...arrayOf({ type: 'string', enum: eventNames }), minItems: 1 },
  contentTypes: { ...nullable({ ...arrayOf(typeNameSchema(context)), minItems: 1 }), description: 'null: all types' },
  isEnabled: booleanSchema,
  secret: nullable({ type: 'string', minLength: 32, maxLength: 255, pattern: '^[!-~]+$' }),
  debounce: {
    type: 'integer',
    minimum: 0,
    maximum: 3600,
    description: 'seconds without events before one call reports all of them; 0: one call for each event',
  },
});

const webhookResponse = (description: string, name = 'Webhook') =>
  jsonResponse(description, requiredObject({ data: schemaRef(name) }));

export const webhookDescriptions = {
  findWebhooks: (): DescribedRoute => ({
    ...aboutWebhooks,
    answers: {
      200: jsonResponse(
        'In order of creation; `meta` has the event handlers and the targets of the deployed code',
        requiredObject({
          data: arrayOf(schemaRef('Webhook')),
          meta: requiredObject({ receivers: arrayOf(schemaRef('EventReceiver')) }),
        }),
      ),
    },
  }),
  createWebhook: (context: Context): DescribedRoute => ({
    ...aboutWebhooks,
    body: requiredBody(closedObject(webhookProperties(context), ['name', 'url', 'events']), {
      name: 'site',
      url: 'https://www.example.org/rebuild',
      events: ['entry.publish', 'entry.unpublish'],
      debounce: 10,
    }),
    answers: {
      201: {
        ...webhookResponse('The webhook with its secret, which only this answer contains', 'WebhookWithSecret'),
        ...operationLinks(
          { parameter: 'id', pointer: '/data/id' },
          ...['findWebhook', 'updateWebhook', 'findDeliveries', 'triggerWebhook', 'replayDeliveries', 'deleteWebhook'],
        ),
      },
    },
    errorStatuses: [400],
  }),
  findWebhook: (): DescribedRoute => ({
    ...aboutWebhooks,
    parameters: [id],
    answers: { 200: webhookResponse('The webhook, without its secret') },
    errorStatuses: [404],
  }),
  updateWebhook: (context: Context): DescribedRoute => ({
    ...aboutWebhooks,
    parameters: [id],
    body: requiredBody(closedObject(webhookProperties(context)), { isEnabled: false }),
    answers: {
      200: jsonResponse('The webhook; with its secret if that has changed', {
        ...requiredObject({ data: { anyOf: [schemaRef('Webhook'), schemaRef('WebhookWithSecret')] } }),
      }),
    },
    errorStatuses: [400, 404],
  }),
  deleteWebhook: (): DescribedRoute => ({
    ...aboutWebhooks,
    parameters: [receiverId],
    answers: {
      200: jsonResponse(
        'The deleted webhook; null for another receiver',
        requiredObject({ data: nullable(schemaRef('Webhook')) }),
      ),
    },
    errorStatuses: [400, 404],
  }),
  findDeliveries: (context: Context): DescribedRoute => ({
    ...aboutWebhooks,
    parameters: [receiverId, ...parameters.deliveryParameters(context)],
    answers: {
      200: jsonResponse(
        'In the order of their events',
        requiredObject({
          data: arrayOf(schemaRef('Delivery')),
          meta: requiredObject({ pagination: schemaRef('Pagination') }),
        }),
      ),
    },
    errorStatuses: [400, 404],
  }),
  triggerWebhook: (): DescribedRoute => ({
    ...aboutWebhooks,
    parameters: [id],
    body: optionalBody(closedObject({})),
    answers: {
      200: jsonResponse(
        'What the receiver answered; 500 with a message if no answer came',
        requiredObject({ data: closedObject({ statusCode: integer, message: text }, ['statusCode']) }),
      ),
    },
    errorStatuses: [400, 404],
  }),
  replayDeliveries: (): DescribedRoute => ({
    ...aboutWebhooks,
    parameters: [receiverId],
    body: optionalBody(closedObject({ deliveries: { ...arrayOf({ ...text, minLength: 1 }), minItems: 1 } })),
    answers: {
      200: jsonResponse(
        'The number of replayed deliveries',
        requiredObject({ data: requiredObject({ replayed: integer }) }),
      ),
    },
    errorStatuses: [400, 404],
  }),
};
