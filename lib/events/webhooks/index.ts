// Webhooks, other receivers of events, and their deliveries.
export { webhookHandlers } from './handlers.ts';
export { readNewWebhook, type NewWebhook } from './webhookBody.ts';
export { callWebhook, type CallOutcome } from './callWebhook.ts';
export { triggerWebhook, type TestAnswer } from './triggerWebhook.ts';
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
  findWebhookById,
  type WebhookAnswer,
} from './webhooks.ts';
export { listDeliveries, replayParked, type DeliveryAnswer } from './deliveries.ts';
export {
  deleteReceiver,
  findDeployedSubscriptions,
  listReceivers,
  receiverIdOf,
  registerReceivers,
} from './deployedReceivers.ts';
export * from './storedWebhooks.ts';
