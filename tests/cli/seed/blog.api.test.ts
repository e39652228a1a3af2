// Seeds content from elsewhere, unchanged: the blog from Strapi's example application, if it is available.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../../lib/schema/index.ts';
import { seed } from '../../../cli/seed/index.ts';
import { createApi } from '../../setup/api.ts';

const schemas = '../shared/reference/schemas';
const data = '../shared/blog/data.json';
const isAvailable = existsSync(schemas) && existsSync(data);
if (!isAvailable) console.warn(`not run: the blog is not at ${data}`);

describe.runIf(isAvailable)('the blog', async () => {
  const { schema, warnings } = await loadSchema(isAvailable ? schemas : 'content-types');
  const api = createApi(schema);
  const lines: string[] = [];
  beforeAll(async () => {
    await seed(api.service(), JSON.parse(readFileSync(data, 'utf8')), (line) => lines.push(line));
  });

  it('has schemas that load unchanged', () => {
    expect([...schema.served.keys()].sort()).toEqual(['about', 'articles', 'authors', 'categories', 'global']);
    expect(warnings).toEqual([]);
  });

  it('lists the pictures that are left out', () => {
    expect(lines.at(-1)).toContain('left out 18 missing media files');
  });

  it('is published, with its relations', async () => {
    const { body } = await api.get(
      '/api/articles?sort=title&fields=title&populate[author][fields]=name&populate=category',
    );
    const rows = body.data.map((article: { title: string; author: { name: string }; category: { name: string } }) => [
      article.title,
      article.author.name,
      article.category.name,
    ]);
    expect(rows).toEqual([
      ['A bug is becoming a meme on the internet', 'Sarah Baker', 'tech'],
      ['Beautiful picture', 'Sarah Baker', 'nature'],
      ["The internet's Own boy", 'David Doe', 'story'],
      ['This shrimp is awesome', 'David Doe', 'nature'],
      ["What's inside a Black Hole", 'Sarah Baker', 'news'],
    ]);
  });

  it('has its zones and single types', async () => {
    const about = await api.get('/api/about?populate=*');
    expect(about.body.data.blocks.map((block: { __component: string }) => block.__component)).toEqual([
      'shared.quote',
      'shared.rich-text',
      'shared.media',
    ]);
    const global = await api.get('/api/global?populate=defaultSeo');
    expect(global.body.data).toMatchObject({ siteName: 'Strapi Blog', defaultSeo: { metaTitle: 'Page' } });
  });
});
