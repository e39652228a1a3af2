import type { LecternClient } from './lectern.ts';

const slugs = async (client: LecternClient): Promise<string[]> => {
  const page = (cursor: string) =>
    client.collection('articles').find({ fields: ['slug'], pagination: { cursor, pageSize: 100 } });
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta } = await page(cursor);
    found.push(...data.map(({ slug }) => slug));
    cursor = meta.pagination.nextCursor;
  }
  return found;
};
