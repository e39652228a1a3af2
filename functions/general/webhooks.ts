// Webhooks and their deliveries, below /admin/webhooks.
import { dispatch, idInSegment, checkAdministration, plainAnswer, refuseBody } from '../../lib/api/http/index.ts';
import { webhookRoutes } from '../../lib/api/http/routes/index.ts';
import {
  createWebhook,
  deleteReceiver,
  deleteWebhook,
  listDeliveries,
  listReceivers,
  listWebhooks,
  readDeliveriesPage,
  readNewWebhook,
  readReplay,
  readWebhookChange,
  receiverIdOf,
  replayParked,
  triggerWebhook,
  updateWebhook,
  findWebhookById,
} from '../../lib/events/webhooks/index.ts';
import { withStepUp } from '../../lib/accounts/factors/index.ts';

const check = withStepUp(checkAdministration, (caller) => caller);

export const webhooks = dispatch(webhookRoutes, check, {
  findWebhooks: async (_, service) =>
    plainAnswer({ data: await listWebhooks(service), meta: { receivers: await listReceivers(service) } }),
  createWebhook: async ({ readBody }, service) => ({
    status: 201,
    body: { data: await createWebhook(service, readNewWebhook(await readBody(), service)) },
  }),
  findWebhook: async ({ params }, service) =>
    plainAnswer({ data: await findWebhookById(service, idInSegment(params.id)) }),
  updateWebhook: async ({ params, readBody }, service) => {
    const change = readWebhookChange(await readBody(), service);
    return plainAnswer({ data: await updateWebhook(service, idInSegment(params.id), change) });
  },
  deleteWebhook: async ({ params }, service) => {
    const id = receiverIdOf(params.id);
    if (typeof id === 'number') return plainAnswer({ data: await deleteWebhook(service, id) });
    await deleteReceiver(service, id);
    return plainAnswer({ data: null });
  },
  findDeliveries: async ({ params, query }, service) => {
    const pageQuery = readDeliveriesPage(query, service.config.api.rest);
    const { data, total } = await listDeliveries(service, receiverIdOf(params.id), pageQuery);
    const { page, pageSize } = pageQuery;
    return plainAnswer({
      data,
      meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
    });
  },
  triggerWebhook: async ({ params, readBody }, service) => {
    refuseBody(await readBody());
    return plainAnswer({ data: await triggerWebhook(service, idInSegment(params.id)) });
  },
  replayDeliveries: async ({ params, readBody }, service) =>
    plainAnswer({
      data: { replayed: await replayParked(service, receiverIdOf(params.id), readReplay(await readBody())) },
    }),
});
