// Strapi's own client with generated types, against a running Lectern; the compiler checks this file, too.
import { readFileSync } from 'node:fs';
import { strapi } from '@strapi/client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LecternClient } from '../../../examples/site/src/lectern.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { seed } from '../../../cli/seed/index.ts';
import { createUploadApi } from '../../setup/uploads.ts';

const { schema } = await loadSchema('content-types');
const api = createUploadApi(schema);
let client: LecternClient;
beforeAll(async () => {
  const content = JSON.parse(readFileSync('sample/content.json', 'utf8')) as unknown;
  await seed(api.service(), content, () => undefined);
  client = strapi({ baseURL: `${api.url()}/api`, auth: api.token() }) as unknown as LecternClient;
});

describe('the client with generated types', () => {
  it('reads a list page by page, with populated relations', async () => {
    const { data, meta } = await client.collection('articles').find({
      filters: { slug: { $in: ['the-case-for-thread', 'notes-in-pencil'] } },
      sort: 'publishedOn',
      populate: {
        topic: { fields: ['name'] },
        authors: true,
        sections: { populate: ['books'] },
        related: { count: true },
      },
      pagination: { page: 1, pageSize: 1 },
    });
    const [first] = data;
    expect([first?.title, first?.topic?.name, first?.authors.map(({ slug }) => slug), first?.related.count]).toEqual([
      'The Case for Thread',
      'Binding',
      ['tobias-harrow', 'maud-ellery'],
      1,
    ]);
    const lists = first?.sections.flatMap((part) => (part.__component === 'layout.reading-list' ? part.books : []));
    expect(lists?.map(({ writer }) => writer)).toEqual(['Douglas Cockerell', 'John Carter']);
    expect(meta.pagination).toEqual({ page: 1, pageSize: 1, pageCount: 2, total: 2 });
  });

  it('follows cursors', async () => {
    // A function, because the type of a variable in a loop may not depend on itself.
    const page = (cursor: string) =>
      client.collection('articles').find({ fields: ['title'], pagination: { cursor, pageSize: 3 } });
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, meta } = await page(cursor);
      titles.push(...data.map(({ title }) => title));
      cursor = meta.pagination.nextCursor;
    }
    expect(new Set(titles).size).toBe(8);
  });

  it('writes drafts, published documents and single types', async () => {
    const topics = client.collection('topics');
    const { data: topic } = await topics.create({ name: 'Ink', slug: 'ink' });
    const articles = client.collection('articles');
    const { data: draft, meta } = await articles.create(
      { topic: topic.documentId },
      { status: 'draft', populate: ['topic'] },
    );
    expect([draft.title, draft.topic?.name, meta.status]).toEqual([null, 'Ink', 'draft']);
    const { data: published } = await articles.update(draft.documentId, { title: 'Iron gall', form: 'guide' });
    expect([published.title, published.slug, published.form]).toEqual(['Iron gall', 'article', 'guide']);
    await articles.delete(draft.documentId);
    const { data: site } = await client.single('site').update({ tagline: null }, { populate: 'navigation' });
    expect([site.tagline, site.navigation.length > 0]).toEqual([null, true]);
  });
});
