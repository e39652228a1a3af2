// Webhooks and their deliveries.
export { readDeliveriesPage, readReplay } from './deliveriesQuery.ts';
export { readNewWebhook, readWebhookChange, type NewWebhook, type WebhookChange } from './body.ts';
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
  webhookWith,
  type ShownWebhook,
  type WebhookWithSecret,
} from './change.ts';
export { listDeliveries, replay, type ListedDeliveries, type ShownDelivery } from './deliveries.ts';
export { isPrivate, privateIn } from './private.ts';
export * from './stored.ts';
