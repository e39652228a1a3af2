import { defineExtension, defineRoute } from 'lectern';

const latest = defineRoute({
  method: 'GET',
  path: '/topics/{slug}/latest',
  permission: 'latest.find',
  handler: async ({ params, documents, fail }) => {
    const { data } = await documents.asCaller.find('api::article.article', {
      filters: { topic: { slug: { $eq: params.slug } } },
      sort: 'publishedOn:desc',
      pagination: { limit: 1 },
    });
    return { data: data[0] ?? fail(404, `The topic ${params.slug} has no article`) };
  },
});

export default defineExtension({ routes: [latest] });
