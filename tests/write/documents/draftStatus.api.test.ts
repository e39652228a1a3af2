// The stored status of drafts, by which publicationFilter finds documents, agrees with their versions after every write.
import { beforeAll, describe, expect, it } from 'vitest';
import { draftStatusOf } from '../../../lib/platform/db/index.ts';
import { createAtlasApi } from '../../setup/atlas.ts';

const api = await createAtlasApi();
const { make, change } = api;
const act = (path: string, action: string) => api.request('POST', `${path}/actions/${action}`);
const places = async () => await api.collection('places');

/** The stored statuses of a document by locale; fails if one disagrees with the versions. */
const statuses = async (documentId: string): Promise<unknown> => {
  const stored = await (await places()).find({ documentId }).sort({ locale: 1 }).toArray();
  return stored.map(({ locale, draftStatus, draft, published }) => {
    expect(draftStatus).toBe(draft === undefined ? undefined : draftStatusOf({ draft, published }));
    return `${String(locale)} ${String(draftStatus)}`;
  });
};

it('the stored status follows each write and action', async () => {
  const id = await make('/api/places?status=draft', { name: 'a' });
  const path = `/api/places/${id}`;
  expect(await statuses(id)).toEqual(['en draft']);
  await act(path, 'publish');
  expect(await statuses(id)).toEqual(['en published']);
  await change(`${path}?status=draft`, { name: 'b' });
  expect(await statuses(id)).toEqual(['en modified']);
  await act(path, 'discard-draft');
  expect(await statuses(id)).toEqual(['en published']);
  await change(`${path}?status=draft&locale=fr`, { name: 'fr' });
  await change(`${path}?status=draft`, { name: 'c' });
  expect(await statuses(id)).toEqual(['en modified', 'fr draft']);
  await act(path, 'publish?locale=*');
  expect(await statuses(id)).toEqual(['en published', 'fr published']);
  await act(path, 'unpublish');
  expect(await statuses(id)).toEqual(['en draft', 'fr published']);
  await api.delete(`${path}?locale=fr`);
  expect(await statuses(id)).toEqual(['en draft', 'fr undefined']);
  await change(`${path}?locale=fr`, { name: 'again' });
  expect(await statuses(id)).toEqual(['en draft', 'fr published']);
  const bulk = await api.request('POST', '/api/places/actions/bulk', {
    body: { data: [{ create: { data: { name: 'x' } } }, { create: { data: { name: 'y' } } }] },
  });
  for (const { data } of bulk.body.data) expect(await statuses(data.documentId)).toEqual(['en published']);
});

describe('publicationFilter', () => {
  let ids: Readonly<Record<string, string>> = {};
  const found = async (filter: string): Promise<unknown> => {
    const { body } = await api.get(
      `/api/places?status=draft&publicationFilter=${filter}&filters[name]=f&sort=updatedAt`,
    );
    return body.data.map(({ documentId }: { documentId: string }) => documentId);
  };
  beforeAll(async () => {
    const modified = await make('/api/places', { name: 'e' });
    await change(`/api/places/${modified}?status=draft`, { name: 'f' });
    ids = {
      'never-published': await make('/api/places?status=draft', { name: 'f' }),
      unmodified: await make('/api/places', { name: 'f' }),
      modified,
    };
  });

  it.each(['never-published', 'modified', 'unmodified'])('%s finds documents by it, and older ones', async (filter) => {
    expect(await found(filter)).toEqual([ids[filter]]);
    await (await places()).updateMany({}, { $unset: { draftStatus: 1 } });
    expect(await found(filter)).toEqual([ids[filter]]);
  });

  it('leaves out documents whose status an earlier server has not changed', async () => {
    await (await places()).updateMany({}, { $set: { draftStatus: 'modified' } });
    expect(await found('modified')).toEqual([ids.modified]);
  });
});
