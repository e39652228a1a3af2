// A release with 500 documents that relate to each other: whoever reads meanwhile sees all of it, or nothing.
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { createReleaseSite, articles, releasesPath } from './releaseSite.ts';

const site = createReleaseSite();
const count = 500;
const readerCount = 8;
const ids: string[] = [];

const bulk = async (path: string, data: readonly object[], query = ''): Promise<readonly string[]> => {
  const { status, body } = await site.request('POST', `${path}/actions/bulk${query}`, { body: { data } });
  if (status !== 200) throw new Error(JSON.stringify(body).slice(0, 500));
  return body.data.map((one: { data: { documentId: string } }) => one.data.documentId);
};

const batches = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / 100) }, (_, index) => items.slice(index * 100, (index + 1) * 100));

beforeAll(async () => {
  const numbers = Array.from({ length: count }, (_, index) => index);
  for (const some of batches(numbers))
    ids.push(
      ...(await bulk(
        '/api/articles',
        some.map((number) => ({ create: { data: { title: 'before', number } } })),
      )),
    );
  // Each relates to the next ones, and takes the number of its neighbour.
  const other = (index: number, step: number): string => ids[(index + step) % count] ?? '';
  for (const some of batches(numbers))
    await bulk(
      '/api/articles',
      some.map((index) => ({
        update: {
          documentId: ids[index],
          data: { title: 'after', number: index + count, related: [1, 7].map((step) => other(index, step)) },
        },
      })),
      '?status=draft',
    );
});

it('refuses more than 500 documents, with the number', async () => {
  const id = await site.release();
  const added = (from: readonly string[]) =>
    site.request('POST', `${releasesPath}/${id}/actions/bulk`, {
      body: from.map((entryDocumentId) => ({ type: 'publish', contentType: articles, entryDocumentId })),
    });
  const more = await site.draft('more');
  expect((await added(ids)).body.meta).toEqual({ entriesAlreadyInRelease: 0, totalEntries: count });
  const { status, body } = await site.add(id, more);
  expect([status, body.error.details]).toEqual([400, { limit: 500, count: 501 }]);
  expect((await site.get(`${releasesPath}/${id}`)).body.data.actions.meta.count).toBe(count);
  await site.delete(`${releasesPath}/${id}`);
});

it('is published at once for all readers', { timeout: 240_000 }, async () => {
  const id = await site.release();
  await site.request('POST', `${releasesPath}/${id}/actions/bulk`, {
    body: ids.map((entryDocumentId) => ({ type: 'publish', contentType: articles, entryDocumentId })),
  });
  let isOver = false;
  const seen = new Map<string, number>();
  const mixed: string[] = [];
  const read = async (reader: number): Promise<void> => {
    while (!isOver) {
      await setTimeout(200);
      const page = 1 + ((reader + seen.size) % 5);
      const url = `/api/articles?fields=title&populate[related][fields]=title&pagination[pageSize]=100&pagination[page]=${page}&sort=number`;
      const { body, status } = await site.get(url);
      // Too many readers at once: the release takes most of the time of both processors.
      if (status === 503) continue;
      expect(status).toBe(200);
      const titles = new Set<string>();
      for (const { title, related } of body.data as { title: string; related: { title: string }[] }[]) {
        titles.add(title);
        for (const one of related) titles.add(one.title);
      }
      const answer = [...titles].toSorted().join(' and ');
      seen.set(answer, (seen.get(answer) ?? 0) + 1);
      if (titles.size !== 1) mixed.push(answer);
    }
  };
  const readers = Array.from({ length: readerCount }, (_, reader) => read(reader));
  const cpu = process.cpuUsage();
  const { status, body } = await site.publish(id);
  const used = process.cpuUsage(cpu);
  // Until readers have seen what it became.
  const until = Date.now() + 60_000;
  while ((seen.get('after') ?? 0) < readerCount && Date.now() < until) await setTimeout(20);
  isOver = true;
  await Promise.all(readers);
  console.log(
    `${JSON.stringify([...seen])}; ${Math.round((used.user + used.system) / 1_000)} ms of CPU, with the readers'`,
  );
  expect([status, body.meta]).toEqual([
    200,
    { totalEntries: count, totalPublishedEntries: count, totalUnpublishedEntries: 0 },
  ]);
  expect(mixed).toEqual([]);
  expect(seen.get('before')).toBeGreaterThan(readerCount);
});
