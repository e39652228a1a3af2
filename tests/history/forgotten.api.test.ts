// Nothing remains of a history that is deleted for good while the relay moves a version.
import { Collection } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { forgetVersions } from '../../lib/history/index.ts';
import { collections } from '../../lib/platform/db/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { createHistorySite } from './historySite.ts';

const site = createHistorySite();
const uid = 'api::article.article';

const typeOfArticles = () => typeOf(site.service().schema, 'api::article.article');

/** Runs work when the relay has read the versions, and has not stored them yet. */
const beforeRowsAreStored = (work: () => Promise<unknown>): void => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- the spy calls it with the collection
  const { bulkWrite } = Collection.prototype;
  let isDone = false;
  vi.spyOn(Collection.prototype, 'bulkWrite').mockImplementation(async function (this: Collection, ...args) {
    if (this.collectionName === collections.versionValues && !isDone) {
      isDone = true;
      await work();
    }
    return bulkWrite.apply(this, args);
  });
};

const countVersions = async (): Promise<readonly number[]> => {
  const db = await site.service().database.get();
  const names = [collections.versions, collections.versionValues];
  return Promise.all(names.map((name) => db.collection(name).countDocuments()));
};

const writeTwice = async (): Promise<string> => {
  const one = await site.create('/api/articles', { title: '1' });
  await site.put(`/api/articles/${one}`, { title: '2' });
  return one;
};

const erase = async (one: string): Promise<void> => {
  expect((await site.delete(`/api/trash/${uid}/${one}`)).status).toBe(204);
};

it('after it was forgotten', async () => {
  const one = await writeTwice();
  beforeRowsAreStored(async () => forgetVersions(await site.service().database.get(), typeOfArticles(), one));
  await site.runRelay();
  expect(await countVersions()).toEqual([0, 0]);
  // Later versions are kept.
  await site.put(`/api/articles/${one}`, { title: '3' });
  await site.runRelay();
  expect((await site.versions(one, 'en')).map(({ revision, draft }) => [revision, draft?.title])).toEqual([[2, '2']]);
  await forgetVersions(await site.service().database.get(), typeOfArticles(), one);
});

it('after the document was deleted for good', async () => {
  const one = await writeTwice();
  await site.delete(`/api/articles/${one}`);
  beforeRowsAreStored(() => erase(one));
  await site.runRelay();
  expect(await countVersions()).toEqual([0, 0]);
});

it('after the relay died before it could look', async () => {
  const one = await writeTwice();
  await site.delete(`/api/articles/${one}`);
  beforeRowsAreStored(() => erase(one));
  // eslint-disable-next-line @typescript-eslint/unbound-method -- the spy calls it with the collection
  const { deleteMany } = Collection.prototype;
  const spy = vi.spyOn(Collection.prototype, 'deleteMany');
  let calls = 0;
  spy.mockImplementation(function (this: Collection, ...args) {
    const isRelay = this.collectionName === collections.versions && args[1]?.session === undefined && ++calls > 0;
    return isRelay && calls === 1 ? Promise.reject(new Error('the power is gone')) : deleteMany.apply(this, args);
  });
  await expect(site.runRelay()).rejects.toThrow('the power is gone');
  spy.mockRestore();
  expect((await countVersions())[0]).toBeGreaterThan(0);
  await site.runRelay();
  expect(await countVersions()).toEqual([0, 0]);
});
