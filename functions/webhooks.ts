// Webhooks and what waits for them, below /admin/webhooks.
import { dispatch, endpoint, numberIn, owner, plain } from '../lib/api/http/index.ts';
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
  replay,
  updateWebhook,
  webhookWith,
} from '../lib/events/webhooks/index.ts';

const operation = dispatch(webhookRoutes, owner, {
  findWebhooks: async (_, service) => plain({ data: await listWebhooks(service) }),
  createWebhook: async ({ readBody }, service) => ({
    status: 201,
    body: { data: await createWebhook(service, readNewWebhook(await readBody(), service)) },
  }),
  findWebhook: async ({ params }, service) => plain({ data: await webhookWith(service, numberIn(params.id)) }),
  updateWebhook: async ({ params, readBody }, service) => {
    const change = readWebhookChange(await readBody(), service);
    return plain({ data: await updateWebhook(service, numberIn(params.id), change) });
  },
  deleteWebhook: async ({ params }, service) => plain({ data: await deleteWebhook(service, numberIn(params.id)) }),
  findDeliveries: async ({ params, query }, service) => {
    const wanted = readDeliveriesPage(query, service.config.api.rest);
    const { data, total } = await listDeliveries(service, numberIn(params.id), wanted);
    const { page, pageSize } = wanted;
    return plain({ data, meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } } });
  },
  replayDeliveries: async ({ params, readBody }, service) =>
    plain({ data: { replayed: await replay(service, numberIn(params.id), readReplay(await readBody())) } }),
});

export const handler = endpoint(operation);
