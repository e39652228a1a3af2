// /admin/webhooks and all below it: one function, since nobody but the owner asks it, and seldom.
import { endpoint, numberIn, owner, plain, type Operation } from '../lib/api/http/index.ts';
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
import type { RouteOf } from './paths.ts';

/** By method and path. */
const operations: Readonly<Record<RouteOf<'webhooks'>, Operation>> = {
  'GET /admin/webhooks': async (_, service) => plain({ data: await listWebhooks(service) }),
  'POST /admin/webhooks': async ({ readBody }, service) => ({
    status: 201,
    body: { data: await createWebhook(service, readNewWebhook(await readBody(), service)) },
  }),
  'GET /admin/webhooks/{id}': async ({ params }, service) =>
    plain({ data: await webhookWith(service, numberIn(params.id)) }),
  'PUT /admin/webhooks/{id}': async ({ params, readBody }, service) => {
    const change = readWebhookChange(await readBody(), service);
    return plain({ data: await updateWebhook(service, numberIn(params.id), change) });
  },
  'DELETE /admin/webhooks/{id}': async ({ params }, service) =>
    plain({ data: await deleteWebhook(service, numberIn(params.id)) }),
  'GET /admin/webhooks/{id}/deliveries': async ({ params, query }, service) => {
    const asked = readDeliveriesPage(query, service.config.api.rest);
    const { data, total } = await listDeliveries(service, numberIn(params.id), asked);
    const { page, pageSize } = asked;
    return plain({ data, meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } } });
  },
  'POST /admin/webhooks/{id}/replay': async ({ params, readBody }, service) =>
    plain({ data: { replayed: await replay(service, numberIn(params.id), readReplay(await readBody())) } }),
};

const isOurs = (route: string): route is keyof typeof operations => route in operations;

export const webhooks: Operation = async (request, service) => {
  await owner(request, service);
  const route = `${request.method} ${request.route}`;
  if (!isOurs(route)) throw new Error(`${route} is not among the routes of this function`);
  return operations[route](request, service);
};

export const handler = endpoint(webhooks);
