import { defineExtension } from 'lectern';

export default defineExtension({
  routes: [
    {
      method: 'POST',
      path: '/tasks/unpublish-old',
      permission: 'tasks.run',
      handler: async ({ documents }) => {
        const query = { filters: { publishedOn: { $lt: '2000-01-01' } }, pagination: { pageSize: 20 } };
        const { data } = await documents.asSystem.find('api::article.article', query);
        for (const { documentId } of data) await documents.asSystem.unpublish('api::article.article', documentId);
        return { unpublished: data.length };
      },
    },
  ],
});
