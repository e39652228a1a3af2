// Webhooks and their deliveries, below /admin/webhooks.
import { dispatch, endpoint, idInSegment, requireOwner, plainAnswer } from '../lib/api/http/index.ts';
import { webhookRoutes } from '../lib/api/http/routes/index.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  readDeliveriesPage,
  readNewWebhook,
  readReplay,
  readWebhookChange,
  replayParked,
  updateWebhook,
  findWebhookById,
} from '../lib/events/webhooks/index.ts';

const operation = dispatch(webhookRoutes, requireOwner, {
  findWebhooks: async (_, service) => plainAnswer({ data: await listWebhooks(service) }),
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
  deleteWebhook: async ({ params }, service) =>
    plainAnswer({ data: await deleteWebhook(service, idInSegment(params.id)) }),
  findDeliveries: async ({ params, query }, service) => {
    const pageQuery = readDeliveriesPage(query, service.config.api.rest);
    const { data, total } = await listDeliveries(service, idInSegment(params.id), pageQuery);
    const { page, pageSize } = pageQuery;
    return plainAnswer({
      data,
      meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
    });
  },
  replayDeliveries: async ({ params, readBody }, service) =>
    plainAnswer({
      data: { replayed: await replayParked(service, idInSegment(params.id), readReplay(await readBody())) },
    }),
});

export const handler = endpoint(operation);
