// What only the owner of a site may use: API tokens and webhooks.
import { defineRoutes } from './route.ts';

export const tokenRoutes = defineRoutes('tokens', [
  ['GET', '/admin/api-tokens', 'findTokens', 'owner', 'Lists the API tokens'],
  ['POST', '/admin/api-tokens', 'createToken', 'owner', 'Creates an API token'],
  ['GET', '/admin/api-tokens/{id}', 'findToken', 'owner', 'Reads one API token'],
  ['PUT', '/admin/api-tokens/{id}', 'updateToken', 'owner', 'Changes an API token'],
  ['DELETE', '/admin/api-tokens/{id}', 'deleteToken', 'owner', 'Revokes an API token'],
  ['POST', '/admin/api-tokens/{id}/regenerate', 'regenerateToken', 'owner', 'Replaces the key of an API token'],
]);

export const webhookRoutes = defineRoutes('webhooks', [
  ['GET', '/admin/webhooks', 'findWebhooks', 'owner', 'Lists the webhooks'],
  ['POST', '/admin/webhooks', 'createWebhook', 'owner', 'Creates a webhook'],
  ['GET', '/admin/webhooks/{id}', 'findWebhook', 'owner', 'Reads one webhook'],
  ['PUT', '/admin/webhooks/{id}', 'updateWebhook', 'owner', 'Changes a webhook'],
  ['DELETE', '/admin/webhooks/{id}', 'deleteWebhook', 'owner', 'Deletes a webhook and its deliveries'],
  [
    'GET',
    '/admin/webhooks/{id}/deliveries',
    'findDeliveries',
    'owner',
    'Lists the waiting and the parked deliveries of a webhook',
  ],
  ['POST', '/admin/webhooks/{id}/replay', 'replayDeliveries', 'owner', 'Delivers parked deliveries again'],
]);
