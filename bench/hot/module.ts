// A built module of extensions whose writes change one document that all requests share.
import { defineExtension, defineRoute } from '../../lib/platform/lectern.ts';

const reserve = defineRoute({
  method: 'POST',
  path: '/events/{id}/reservations',
  permission: 'events.reserve',
  handler: ({ params: { id }, documents }) =>
    documents.transaction(async ({ asSystem }) => {
      const event = await asSystem.findOne('api::event.event', id);
      return asSystem.update('api::event.event', id, { left: (event?.left as number) - 1 });
    }),
});

const buy = defineRoute({
  method: 'POST',
  path: '/events/{id}/tickets',
  permission: 'events.buy',
  handler: ({ params: { id }, documents }) =>
    documents.asSystem.increment('api::event.event', id, { left: -1 }, { where: { left: { $gte: 1 } } }),
});

const definition = defineExtension({
  routes: [reserve, buy],
  types: {
    'api::order.order': {
      beforeWrite: async ({ data, documents: { asSystem } }) => {
        const { documentId } = data.event as { documentId: string };
        const event = await asSystem.findOne('api::event.event', documentId);
        await asSystem.update('api::event.event', documentId, { left: (event?.left as number) - 1 });
      },
    },
  },
});

export const extensions = [{ file: 'extensions/hot.ts', definition }];
