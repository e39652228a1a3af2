import { answer, defineExtension } from 'lectern';

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export default defineExtension({
  routes: [
    {
      method: 'GET',
      path: '/articles/feed.xml',
      permission: 'everyone',
      handler: async ({ documents }) => {
        const query = { sort: 'publishedOn:desc', pagination: { pageSize: 20 } };
        const { data } = await documents.asSystem.find('api::article.article', query);
        const items = data.map(
          ({ title, slug }) => `<item><title>${escapeXml(title)}</title><guid>${slug}</guid></item>`,
        );
        return answer(200, `<rss version="2.0"><channel>${items.join('')}</channel></rss>`, {
          'content-type': 'application/rss+xml',
          'cache-control': 'public, max-age=300',
        });
      },
    },
  ],
});
