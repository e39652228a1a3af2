import { defineExtension } from 'lectern';

export default defineExtension({
  types: {
    'api::article.article': {
      async beforeWrite({ data, documents }) {
        if (data.topic !== null) return;
        const { data: found } = await documents.asSystem.find('api::topic.topic', {
          filters: { name: { $eq: 'News' } },
          pagination: { limit: 1 },
        });
        const published = { status: 'published' } as const;
        const topic = found[0] ?? (await documents.asSystem.create('api::topic.topic', { name: 'News' }, published));
        return { topic: topic.documentId };
      },
    },
  },
});
