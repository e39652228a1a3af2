// Answers the operations on webhooks.
import { checkBody, type Handlers } from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import { webhookContract } from './contract.ts';
import { listDeliveries, replayParked } from './deliveries.ts';
import { deleteReceiver, listReceivers, receiverIdOf } from './deployedReceivers.ts';
import { triggerWebhook } from './triggerWebhook.ts';
import { readNewWebhook, readWebhookChange } from './webhookBody.ts';
import { createWebhook, deleteWebhook, findWebhookById, listWebhooks, updateWebhook } from './webhooks.ts';

export const webhookHandlers: Handlers<typeof webhookContract, Service> = {
  findWebhooks: async (_, service) => ({
    data: await listWebhooks(service),
    meta: { receivers: await listReceivers(service) },
  }),
  createWebhook: async ({ body }, service) => ({ data: await createWebhook(service, readNewWebhook(body, service)) }),
  findWebhook: async ({ params: { id } }, service) => ({ data: await findWebhookById(service, id) }),
  updateWebhook: async ({ params: { id }, body }, service) => ({
    data: await updateWebhook(service, id, readWebhookChange(body, service)),
  }),
  deleteWebhook: async ({ params }, service) => {
    const id = receiverIdOf(params.id);
    if (typeof id === 'number') return { data: await deleteWebhook(service, id) };
    await deleteReceiver(service, id);
    return { data: null };
  },
  findDeliveries: ({ params: { id }, query: { state }, page }, service) =>
    listDeliveries(service, receiverIdOf(id), { state, ...page }),
  triggerWebhook: async ({ params: { id } }, service) => ({ data: await triggerWebhook(service, id) }),
  replayDeliveries: async ({ params: { id }, body }, service) => {
    const { deliveries } = checkBody(webhookContract, 'replayDeliveries', body);
    return { data: { replayed: await replayParked(service, receiverIdOf(id), deliveries) } };
  },
};
