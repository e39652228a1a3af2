// The order of documents with equal sort values, and which locales `hasPublishedVersion` looks at.
import type { Scenario } from '../player.ts';

export default {
  uses: ['plants', 'beds', 'rules'],
  play: async ({ get, make, put }) => {
    const ids: string[] = [];
    for (const [name, height] of Object.entries({ a: 1, b: 2, c: 1, d: null, e: 2, f: null, g: 1 }))
      ids.push((await make('/api/plants', { name, height })).documentId);
    await make('/api/beds', { name: 'north', plants: ids.toReversed() });
    for (const sort of ['height', 'height:desc'])
      for (const status of ['published', 'draft'])
        await get(
          `${sort} of ${status}`,
          `/api/plants?fields=name&status=${status}&filters[height][$notNull]=true&sort=${sort}`,
        );
    await get('nulls', '/api/plants?fields=name&filters[height][$null]=true&sort=height:desc');
    await get('no bed', '/api/plants?fields=name&sort=bed.name:desc');
    await get('a second page', '/api/plants?fields=name&filters[height]=1&sort=height:desc&pagination[start]=1');
    const populated =
      'fields=name&populate[plants][fields]=name,height&populate[plants][filters][height][$notNull]=true';
    await get('in a relation', `/api/beds?${populated}&populate[plants][sort]=height:desc`);

    const rule = (await make('/api/rules', { title: 'in english' })).documentId;
    await put('a french draft', `/api/rules/${rule}?locale=fr&status=draft&fields=title`, { title: 'en français' });
    const draft = (await make('/api/rules?status=draft', { title: 'a draft' })).documentId;
    await put('its french draft', `/api/rules/${draft}?locale=fr&status=draft&fields=title`, { title: 'un brouillon' });
    for (const locale of ['en', 'fr'])
      for (const [label, query] of Object.entries({
        'has a published version': 'hasPublishedVersion=true',
        'has none': 'hasPublishedVersion=false',
        'was never published': 'publicationFilter=never-published-document',
        'both parameters': 'hasPublishedVersion=true&publicationFilter=never-published',
      }))
        await get(`${locale} ${label}`, `/api/rules?status=draft&locale=${locale}&fields=title&sort=title&${query}`);
    await get('published ones', '/api/rules?fields=title&hasPublishedVersion=true');
    await get('published ones without', '/api/rules?fields=title&hasPublishedVersion=false');
  },
} satisfies Scenario;
