// The pictures of the blog from Strapi's example application, if they are available: uploaded, and attached to
// documents.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../../lib/schema/index.ts';
import { seed } from '../../../cli/seed/index.ts';
import { createUploadApi } from '../../setup/uploads.ts';

const schemas = '../shared/reference/schemas';
const blog = '../shared/blog';
const folder = join(blog, 'uploads');
const isAvailable = existsSync(schemas) && existsSync(folder);
if (!isAvailable) console.warn(`not run: the pictures of the blog are not in ${folder}`);

/** Requests for all documents that have pictures. */
const pages = [
  '/api/articles?populate[cover]=true&populate[author][populate]=avatar&populate[blocks][populate]=*',
  '/api/about?populate[blocks][populate]=*',
  '/api/global?populate[favicon]=true&populate[defaultSeo][populate]=shareImage',
];

const boxes = { thumbnail: [245, 156], small: [500, 500], medium: [750, 750], large: [1000, 1000] } as const;

interface File {
  readonly name: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  readonly formats: Readonly<Record<string, Pick<File, 'mime' | 'url' | 'width' | 'height'>>> | null;
}

/** The files in an answer, at any depth. */
const filesIn = (value: unknown): readonly File[] => {
  if (typeof value !== 'object' || value === null) return [];
  return 'hash' in value && 'mime' in value ? [value as unknown as File] : Object.values(value).flatMap(filesIn);
};

describe.runIf(isAvailable)('the pictures of the blog', async () => {
  const { schema } = await loadSchema(isAvailable ? schemas : 'content-types');
  const api = createUploadApi(schema);
  const lines: string[] = [];

  const attach = async (name: string, ref: string, refId: number, field: string): Promise<void> => {
    const { status, body } = await api.send([[name, readFileSync(join(folder, name))]], {
      ref,
      refId: String(refId),
      field,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
  };

  const uploaded = async (names: readonly string[]): Promise<readonly number[]> => {
    const { body } = await api.send(names.map((name) => [name, readFileSync(join(folder, name))]));
    return (body as readonly { id: number }[]).map(({ id }) => id);
  };

  beforeAll(async () => {
    const content: unknown = JSON.parse(readFileSync(join(blog, 'data.json'), 'utf8'));
    await seed(api.service(), content, (line) => lines.push(line), folder);
    const { body: articles } = await api.get('/api/articles?fields=slug');
    for (const { id, slug } of articles.data as readonly { id: number; slug: string }[])
      await attach(`${slug}.jpg`, 'api::article.article', id, 'cover');
    const { body: site } = await api.get('/api/global');
    await attach('favicon.png', 'api::global.global', site.data.id as number, 'favicon');
    const [image, ...slides] = await uploaded(['default-image.png', 'coffee-shadow.jpg', 'we-love-pizza.jpg']);
    const defaultSeo = { metaTitle: 'Page', metaDescription: 'A blog made with Strapi', shareImage: image };
    await api.put('/api/global', { defaultSeo });
    // What the API returns can be written again, with its pictures.
    const { body: about } = await api.get('/api/about?populate[blocks][populate]=*');
    const slider = { __component: 'shared.slider', files: slides };
    const { status } = await api.put('/api/about', { blocks: [...about.data.blocks, slider] });
    if (status !== 200) throw new Error('the slider is not written');
  }, 60_000);

  it('are thirteen, and each is uploaded once', async () => {
    const { body } = await api.get('/api/upload/files?pagination[pageSize]=100&sort=name&fields=name');
    expect(body.map(({ name }: File) => name).sort()).toEqual(readdirSync(folder).sort());
    expect(body).toHaveLength(13);
    expect(lines.at(-1)).not.toContain('left out');
  });

  it('are in the answers, complete and in all sizes', async () => {
    const filesInAnswers = (await Promise.all(pages.map((page) => api.get(page)))).flatMap(({ body }) =>
      filesIn(body.data),
    );
    const files = [...new Map(filesInAnswers.map((file) => [file.name, file])).values()];
    expect(files.map(({ name }) => name).sort()).toEqual(readdirSync(folder).sort());
    for (const { name, mime, url, width, height, formats } of files) {
      const original = await sharp(join(folder, name)).metadata();
      expect([width, height]).toEqual([original.width, original.height]);
      const larger = Object.entries(boxes).filter(([, [w, h]]) => width > w || height > h);
      expect(Object.keys(formats ?? {}).sort()).toEqual(larger.map(([format]) => format).sort());
      const made = larger.map(([format, box]) => ({ ...formats?.[format], box }));
      for (const file of [{ mime, url, width, height, box: [width, height] }, ...made]) {
        const reply = await fetch(`${api.url()}${String(file.url)}`);
        expect([reply.status, reply.headers.get('content-type')]).toEqual([200, mime]);
        const decoded = sharp(Buffer.from(await reply.arrayBuffer()), { failOn: 'warning' });
        const { format, ...size } = await decoded.metadata();
        expect([file.mime, format, size.width, size.height]).toEqual([mime, original.format, file.width, file.height]);
        // The picture fits its box, and fills it in one dimension.
        expect(Math.max(size.width / file.box[0], size.height / file.box[1])).toBe(1);
        // The aspect ratio is the same, up to rounding.
        expect(Math.abs(size.height - (size.width * height) / width)).toBeLessThanOrEqual(1);
        await decoded.raw().toBuffer();
      }
    }
  });

  it('belong to the right documents', async () => {
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
    const { body: about } = await api.get('/api/about?populate[blocks][populate]=*');
    expect(about.data.blocks.map((block: object) => filesIn(block).map(({ name }) => name))).toEqual([
      [],
      [],
      ['coffee-art.jpg'],
      ['coffee-shadow.jpg', 'we-love-pizza.jpg'],
    ]);
    const found = await api.get('/api/authors?filters[avatar][name][$startsWith]=sarah&fields=name');
    expect(found.body.data).toMatchObject([{ name: 'Sarah Baker' }]);
  });
});
