// Checks that the history has each version exactly once, wherever a process ends that stores or moves versions.
import { Collection } from 'mongodb';
import { afterEach, expect, it, vi } from 'vitest';
import { createHistorySite } from './historySite.ts';

const site = createHistorySite();

afterEach(() => {
  vi.restoreAllMocks();
});

type Method = 'bulkWrite' | 'updateOne';

/** Lets this call of the method be the last command of the process: it is done or not, and the process sees only its end. */
const endAt = (method: Method, count: number, isDone: boolean): { readonly wasReached: () => boolean } => {
  let calls = 0;
  const original = Collection.prototype[method] as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(Collection.prototype, method).mockImplementation(async function (this: Collection, ...args: unknown[]) {
    calls += 1;
    if (calls > count) throw new Error('the process has ended');
    if (calls < count) return (await original.apply(this, args)) as never;
    if (isDone) await original.apply(this, args);
    throw new Error('the process ends');
  });
  return { wasReached: () => calls >= count };
};

const titlesOf = async (documentId: string) => (await site.versions(documentId, 'en')).map(({ draft }) => draft?.title);

it.each([true, false])(
  'a relay that ends at any of its commands loses and doubles nothing (done: %s)',
  async (isDone) => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.push(await site.create('/api/articles?status=draft', { title: '0' }));
    let round = 0;
    for (let step = 1, isEnd = false; !isEnd; step++) {
      round += 1;
      for (const one of ids) await site.put(`/api/articles/${one}?status=draft`, { title: String(round) });
      const end = endAt('bulkWrite', step, isDone);
      await site.runRelay().catch(() => undefined);
      isEnd = !end.wasReached();
      vi.restoreAllMocks();
      // Every second time another write comes before the next relay.
      if (step % 2 === 0) {
        round += 1;
        for (const one of ids) await site.put(`/api/articles/${one}?status=draft`, { title: String(round) });
      }
    }
    await site.runRelay();
    // The commands of a relay: schemas, values, rows, and the removal of the events.
    expect(round).toBeGreaterThan(4);
    for (const one of ids)
      expect(await titlesOf(one)).toEqual(Array.from({ length: round }, (_, index) => String(index)));
  },
);

it('a writer that ends between storing a large version and its own write changes nothing', async () => {
  const body = 'x'.repeat(1_000_000);
  const one = await site.create('/api/articles', { title: '0', body });
  endAt('updateOne', 1, false);
  expect((await site.put(`/api/articles/${one}`, { title: 'lost' })).status).toBe(500);
  vi.restoreAllMocks();
  expect((await site.stored('articles', one, 'en')).draft?.title).toBe('0');
  await site.put(`/api/articles/${one}`, { title: '1' });
  await site.put(`/api/articles/${one}`, { title: '2' });
  await site.runRelay();
  expect(await titlesOf(one)).toEqual(['0', '1']);
});
