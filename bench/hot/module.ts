// A built module of extensions whose writes change one document that all requests share.
import { defineExtension } from '../../lib/platform/lectern.ts';

const definition = defineExtension({
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
