// Declares the operations on webhooks, other receivers of events, and their deliveries.
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
  pageAnswer,
  text,
} from '../../contracts/contract.ts';
import { auditActions } from '../../platform/auditActions.ts';
import { auditSubscription, eventNames, type DeliveredName } from '../../platform/eventNames.ts';

const maxDebounce = 3600;
const maxReplayed = 1_000;
const secretLength = { minLength: 32, maxLength: 255 } as const;

const textsByName = { type: 'object', additionalProperties: text } as const;

const answered = {
  ...{ id: integer, name: text, url: text, headers: textsByName },
  events: arrayOf({ type: 'string', enum: eventNames }),
  ...{ contentTypes: nullable(arrayOf(text)), isEnabled: flag, debounce: integer },
  ...{ createdAt: dateTime, updatedAt: dateTime },
} as const;

const Webhook = fullObject(answered);
const WebhookWithSecret = fullObject({ ...answered, secret: text });

const EventReceiver = fullObject({
  ...{ id: text, events: arrayOf({ type: 'string', enum: [...eventNames, auditSubscription] }) },
  ...{ contentTypes: nullable(arrayOf(text)), isDeployed: flag, waiting: integer, parked: integer },
});

const state = { type: 'string', enum: ['waiting', 'parked'] } as const;

/** The name of an event, or of an action in the audit log. */
const deliveredName = {
  type: 'string',
  enum: [...eventNames, ...auditActions.map((action) => `audit.${action}`)] as readonly DeliveredName[],
} as const;

const Delivery = fullObject({
  ...{ id: text, event: deliveredName, createdAt: dateTime, uid: text, documentId: text },
  ...{ state, since: dateTime, attempts: integer, due: dateTime },
  lastAttempt: nullable(closedObject({ at: dateTime, status: integer, message: text }, ['at', 'message'])),
});

const values = {
  name: {
    type: 'string',
    ...{ trim: true, minLength: 1, maxLength: 255, format: 'name' },
    rules: { minLength: 'is a required field' },
  },
  // Its query and its user part may contain a password.
  url: { type: 'string', secret: true, documented: { format: 'uri', pattern: '^https?://' } },
  headers: {
    type: 'object',
    additionalProperties: { type: 'string', secret: true },
    secret: true,
    description: '***: a stored value, which no answer shows',
  },
  events: {
    type: 'array',
    ...{ minItems: 1 },
    items: { type: 'string', enum: eventNames, rules: { enum: 'Webhook event {value} is not supported' } },
  },
  contentTypes: {
    type: ['array', 'null'],
    minItems: 1,
    items: { type: 'string', oneOfSite: 'contentTypes' },
    description: 'null: all types',
  },
  isEnabled: flag,
  secret: {
    type: ['string', 'null'],
    ...{ ...secretLength, pattern: '^[!-~]+$', secret: true },
    rules: { value: 'must be 32 to 255 ASCII characters without spaces, or null to generate one' },
  },
  debounce: {
    type: 'integer',
    ...{ minimum: 0, maximum: maxDebounce },
    description: 'seconds without events before one call reports all of them; 0: one call for each event',
    rules: { any: `must be seconds, a whole number from 0 to ${maxDebounce}` },
  },
} as const;

const receiver = {
  id: {
    description: 'the id of a webhook, or the name of a receiver of the deployed code',
    documented: { anyOf: [integer, { type: 'string', pattern: '^(handlers|target)\\.' }] },
  },
} as const;

export const webhookContract = defineContract({
  tag: 'Webhooks',
  function: 'general',
  path: '/admin/webhooks',
  access: 'admin::webhooks.manage',
  params: { id: { type: 'integer', description: 'the id of a webhook' } },
  schemas: { Webhook, WebhookWithSecret, Delivery, EventReceiver },
  operations: {
    findWebhooks: {
      method: 'GET',
      summary: 'Lists the webhooks',
      returns: 'In order of creation; `meta` has the event handlers and the targets of the deployed code',
      answer: fullObject({ data: arrayOf(Webhook), meta: fullObject({ receivers: arrayOf(EventReceiver) }) }),
    },
    createWebhook: {
      method: 'POST',
      summary: 'Creates a webhook',
      body: closedObject(values, ['name', 'url', 'events']),
      example: {
        name: 'site',
        url: 'https://www.example.org/rebuild',
        events: ['entry.publish', 'entry.unpublish'],
        debounce: 10,
      },
      status: 201,
      returns: 'The webhook with its secret, which only this answer contains',
      answer: dataAnswer(WebhookWithSecret),
      next: ['findWebhook', 'updateWebhook', 'findDeliveries', 'triggerWebhook', 'replayDeliveries', 'deleteWebhook'],
    },
    findWebhook: {
      method: 'GET',
      path: '/{id}',
      summary: 'Reads one webhook',
      returns: 'The webhook, without its secret',
      answer: dataAnswer(Webhook),
    },
    updateWebhook: {
      method: 'PUT',
      path: '/{id}',
      summary: 'Changes a webhook',
      body: closedObject(values),
      example: { isEnabled: false },
      returns: 'The webhook; with its secret if that has changed',
      answer: dataAnswer({ anyOf: [Webhook, WebhookWithSecret] }),
    },
    deleteWebhook: {
      method: 'DELETE',
      path: '/{id}',
      params: receiver,
      summary: 'Deletes a webhook and its deliveries',
      returns: 'The deleted webhook; null for another receiver',
      answer: dataAnswer(nullable(Webhook)),
    },
    findDeliveries: {
      method: 'GET',
      path: '/{id}/deliveries',
      params: receiver,
      query: {
        state: { ...state, description: 'Only waiting deliveries, or only parked ones, which Lectern gave up.' },
      },
      paged: 'page',
      summary: 'Lists the waiting and the parked deliveries of a webhook',
      returns: 'In the order of their events',
      answer: pageAnswer(Delivery),
    },
    triggerWebhook: {
      method: 'POST',
      path: '/{id}/trigger',
      summary: 'Calls a webhook once, as a test',
      returns: 'What the receiver answered; 500 with a message if no answer came',
      answer: dataAnswer(closedObject({ statusCode: integer, message: text }, ['statusCode'])),
    },
    replayDeliveries: {
      method: 'POST',
      path: '/{id}/replay',
      params: receiver,
      summary: 'Delivers parked deliveries again',
      optionalBody: true,
      body: closedObject({
        deliveries: {
          type: 'array',
          ...{ minItems: 1, maxItems: maxReplayed },
          items: { type: 'string', minLength: 1, maxLength: 1_000, rules: { value: 'must be an id' } },
          rules: {
            value: `must list 1 to ${maxReplayed} ids; leave it out to replay all parked deliveries`,
          },
        },
      }),
      returns: 'The number of replayed deliveries',
      answer: dataAnswer(fullObject({ replayed: integer })),
    },
  },
});
