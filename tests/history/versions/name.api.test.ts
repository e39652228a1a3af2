// Names of versions.
import { Collection } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { removeExpired } from '../../../lib/history/index.ts';
import { autosave, createHistorySite } from '../historySite.ts';

const site = createHistorySite({ versions: 1, publications: 1, days: 1, publicationDays: 1 });

const create = async (): Promise<string> => {
  const one = await site.create('/api/articles?status=draft', { title: 'A', secret: 'a password' });
  await site.put(`/api/articles/${one}?status=draft`, { title: 'B' });
  return one;
};

const versionsUrl = (documentId: string): string => `/api/articles/${documentId}/versions`;

const nameVersion = (documentId: string, number: number, name: unknown, call = {}) =>
  site.put(`${versionsUrl(documentId)}/${number}`, { name }, call);

const namesOf = async (documentId: string): Promise<readonly (readonly [number, string | null])[]> =>
  (await site.get(versionsUrl(documentId))).body.data.map(
    ({ number, name }: { number: number; name: string | null }) => [number, name] as const,
  );

describe('a name', () => {
  it.each(['in the document', 'in the outbox', 'in the history'])(
    'is given to a version %s, and removed',
    async (where) => {
      const one = await create();
      const number = where === 'in the document' ? 2 : 1;
      if (where === 'in the history') await site.runRelay();
      const { status, body } = await nameVersion(one, number, '  Before the relaunch ');
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({ data: { number, name: 'Before the relaunch', current: number === 2 }, meta: {} });
      const others = (name: string | null) => [2, 1].map((each) => [each, each === number ? name : null]);
      expect(await namesOf(one)).toEqual(others('Before the relaunch'));
      // The version moves to the history and is there once, with its name and without passwords.
      await site.put(`/api/articles/${one}?status=draft`, { title: 'C' });
      await site.runRelay();
      expect(await namesOf(one)).toEqual([[3, null], ...others('Before the relaunch')]);
      expect((await site.get(`${versionsUrl(one)}/${number}`)).body).toMatchObject({
        data: { title: number === 2 ? 'B' : 'A' },
        meta: { version: { name: 'Before the relaunch' } },
      });
      expect(JSON.stringify(await site.versions(one, 'en'))).not.toContain('scrypt');
      expect((await nameVersion(one, number, null)).body.data.name).toBeNull();
      expect(await namesOf(one)).toContainEqual([number, null]);
    },
  );

  it('keeps a version of which there are too many, or that is too old', async () => {
    const one = await create();
    await nameVersion(one, 1, 'First');
    for (const title of ['C', 'D', 'E']) await site.put(`/api/articles/${one}?status=draft`, { title });
    await site.runRelay();
    expect((await namesOf(one)).map(([number]) => number)).toEqual([5, 4, 1]);
    const later = new Date(Date.now() + 10 * 86_400_000);
    await removeExpired({ ...site.service(), now: () => later });
    expect((await namesOf(one)).map(([number]) => number)).toEqual([5, 1]);
    await nameVersion(one, 1, null);
    await removeExpired({ ...site.service(), now: () => later });
    expect((await namesOf(one)).map(([number]) => number)).toEqual([5]);
  });

  it('is not confirmed for a version that an autosave replaces meanwhile', async () => {
    const one = await create();
    const save = (title: string) => site.put(`/api/articles/${one}?status=draft`, { title }, autosave);
    await save('C');
    const findOne = Reflect.get(Collection.prototype, 'findOne') as (...request: unknown[]) => unknown;
    const interrupted = vi.spyOn(Collection.prototype, 'findOne').mockImplementation(async function (
      this: Collection,
      ...request: unknown[]
    ) {
      // The version was found and is about to be stored.
      if (
        this.collectionName === 'articles' &&
        (request[1] as { useBigInt64?: true } | undefined)?.useBigInt64 === true
      ) {
        interrupted.mockRestore();
        await save('D');
      }
      return Reflect.apply(findOne, this, request);
    });
    const { status } = await nameVersion(one, 3, 'Lost');
    interrupted.mockRestore();
    expect([status, await namesOf(one)]).toEqual([404, [[4, null], ...[2, 1].map((number) => [number, null])]]);
  });

  it('can be that of two versions, but of none that does not exist', async () => {
    const one = await create();
    expect((await nameVersion(one, 1, 'Same')).status).toBe(200);
    expect((await nameVersion(one, 2, 'Same')).status).toBe(200);
    expect((await nameVersion(one, 3, 'Other')).status).toBe(404);
    expect((await nameVersion('absent', 1, 'Other')).status).toBe(404);
  });
});
