// Webhooks, other receivers of events, and their deliveries.
export { readDeliveriesPage, readReplay } from './deliveriesQuery.ts';
export { readNewWebhook, readWebhookChange, type NewWebhook, type WebhookChange } from './webhookBody.ts';
export { callWebhook, type CallOutcome } from './callWebhook.ts';
export { triggerWebhook, type TestAnswer } from './triggerWebhook.ts';
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
  findWebhookById,
  type WebhookAnswer,
  type WebhookWithSecret,
} from './webhooks.ts';
export { listDeliveries, replayParked, type DeliveriesPageResult, type DeliveryAnswer } from './deliveries.ts';
export { isPrivateAddress, privateAddressIn } from './webhookUrl.ts';
export {
  deleteReceiver,
  findDeployedSubscriptions,
  listReceivers,
  receiverIdOf,
  registerReceivers,
  type ReceiverAnswer,
} from './deployedReceivers.ts';
export * from './storedWebhooks.ts';
