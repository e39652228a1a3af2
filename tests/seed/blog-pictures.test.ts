// The pictures of the blog that Strapi's example application comes with, where they are at hand: uploaded, and attached to its documents.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { seed } from '../../lib/seed/index.ts';
import { uploadsOf } from '../setup/uploads.ts';

const schemas = '../shared/reference/schemas';
const blog = '../shared/blog';
const folder = join(blog, 'uploads');
const there = existsSync(schemas) && existsSync(folder);
if (!there) console.warn(`not run: the pictures of the blog are not in ${folder}`);

interface File {
  readonly name: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly formats: Readonly<Record<string, Pick<File, 'url' | 'width' | 'height'>>>;
}

describe.runIf(there)('the pictures of the blog', async () => {
  const { schema } = await loadSchema(there ? schemas : 'content-types');
  const api = uploadsOf(schema);
  const lines: string[] = [];

  const attach = async (name: string, ref: string, refId: number, field: string): Promise<void> => {
    const { status, body } = await api.send([[name, readFileSync(join(folder, name))]], {
      ref,
      refId: String(refId),
      field,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
  };

  beforeAll(async () => {
    const content: unknown = JSON.parse(readFileSync(join(blog, 'data.json'), 'utf8'));
    await seed(api.service(), content, (line) => lines.push(line), folder);
    const { body: articles } = await api.get('/api/articles?fields=slug');
    for (const { id, slug } of articles.data as readonly { id: number; slug: string }[])
      await attach(`${slug}.jpg`, 'api::article.article', id, 'cover');
    const { body: site } = await api.get('/api/global');
    await attach('favicon.png', 'api::global.global', site.data.id as number, 'favicon');
    for (const name of ['default-image.png', 'coffee-shadow.jpg', 'we-love-pizza.jpg'])
      await api.send([[name, readFileSync(join(folder, name))]]);
    const { body: image } = await api.get('/api/upload/files?filters[name]=default-image.png');
    const defaultSeo = { metaTitle: 'Page', metaDescription: 'A blog made with Strapi', shareImage: image[0].id };
    await api.put('/api/global', { defaultSeo });
  }, 60_000);

  it('are thirteen, and each is uploaded once', async () => {
    const { body } = await api.get('/api/upload/files?pagination[pageSize]=100&sort=name&fields=name');
    expect(body.map(({ name }: File) => name).sort()).toEqual(readdirSync(folder).sort());
    expect(body).toHaveLength(13);
    expect(lines.at(-1)).not.toContain('left out');
  });

  it('have the formats that they should, each of its size', async () => {
    const { body } = await api.get('/api/upload/files?pagination[pageSize]=100');
    for (const { name, url, width, height, formats } of body as readonly File[]) {
      const original = await sharp(join(folder, name)).metadata();
      expect([width, height]).toEqual([original.width, original.height]);
      const boxes = { thumbnail: [245, 156], small: [500, 500], medium: [750, 750], large: [1000, 1000] } as const;
      const larger = Object.entries(boxes).filter(([, [w, h]]) => width > w || height > h);
      expect(Object.keys(formats).sort()).toEqual(larger.map(([format]) => format).sort());
      for (const made of [{ url, width, height }, ...Object.values(formats)]) {
        const reply = await fetch(`${api.url()}${made.url}`);
        const decoded = sharp(Buffer.from(await reply.arrayBuffer()));
        const { format, ...size } = await decoded.metadata();
        expect([format, size.width, size.height]).toEqual([original.format, made.width, made.height]);
        await decoded.raw().toBuffer();
      }
    }
  });

  it('stand in the documents of the blog', async () => {
    const { body: articles } = await api.get(
      '/api/articles?populate[cover][fields]=name&populate[author][populate][avatar][fields]=name&populate[blocks][populate]=*&fields=slug',
    );
    for (const { slug, cover, author, blocks } of articles.data) {
      expect(cover.name).toBe(`${slug as string}.jpg`);
      expect(author.avatar.name).toMatch(/^(?:daviddoe|sarahbaker)@strapi\.io\.jpg$/);
      const [media, slider] = [blocks[2], blocks[4]];
      expect([media.file.name, slider.files.map(({ name }: File) => name)]).toEqual([
        'coffee-art.jpg',
        ['coffee-art.jpg', 'coffee-beans.jpg'],
      ]);
    }
    const { body: site } = await api.get(
      '/api/global?populate[favicon]=true&populate[defaultSeo][populate]=shareImage',
    );
    expect(site.data).toMatchObject({
      favicon: { name: 'favicon.png' },
      defaultSeo: { shareImage: { name: 'default-image.png' } },
    });
    const found = await api.get('/api/authors?filters[avatar][name][$startsWith]=sarah&fields=name');
    expect(found.body.data).toMatchObject([{ name: 'Sarah Baker' }]);
  });
});
