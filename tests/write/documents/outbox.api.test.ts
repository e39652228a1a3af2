// Checks what a write stores in a document for later readers: its events, and the time when the published version changed.
import type { Timestamp } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { removedVersionOf, type StoredDocument } from '../../../lib/platform/db/index.ts';
import { createAtlasApi } from '../../setup/atlas.ts';
import { createApi, type Api } from '../../setup/api.ts';
import { library } from './library.ts';

const atlas = await createAtlasApi();
const api = createApi(library);

const findStored = async (
  of: Api,
  collection: string,
  documentId: string,
  locale: string | null,
): Promise<StoredDocument> => {
  const db = await of.service().database.get();
  const found = await db.collection<StoredDocument>(collection).findOne({ documentId, locale });
  if (found === null) throw new Error(`no ${documentId} in ${collection}`);
  return found;
};

const findPlace = (documentId: string, locale = 'en') => findStored(atlas, 'places', documentId, locale);
const actionsOf = ({ pending = [] }: StoredDocument): readonly string[] => pending.map(({ action }) => action);

const isLater = (later: Timestamp | undefined, earlier: Timestamp | undefined): boolean =>
  later !== undefined && earlier !== undefined && later.compare(earlier) > 0;

describe('events', () => {
  it('are stored for every write, in order', async () => {
    const one = await atlas.make('/api/places?status=draft', { name: 'Rome' });
    expect(actionsOf(await findPlace(one))).toEqual(['create']);
    await atlas.change(`/api/places/${one}?status=draft`, { name: 'Roma' });
    await atlas.change(`/api/places/${one}`, { name: 'Roma' });
    await atlas.request('POST', `/api/places/${one}/actions/unpublish`);
    await atlas.request('POST', `/api/places/${one}/actions/publish`);
    await atlas.request('POST', `/api/places/${one}/actions/discard-draft`);
    await atlas.delete(`/api/places/${one}`);
    const { pending = [], published, draft } = await findPlace(one);
    expect(pending.map(({ action }) => action)).toEqual([
      ...['create', 'update', 'update', 'publish', 'unpublish', 'publish', 'discard-draft', 'delete'],
    ]);
    expect([draft, published]).toEqual([undefined, undefined]);
    expect(new Set(pending.map(({ id }) => id.toHexString())).size).toBe(pending.length);
    expect(pending.map((one) => removedVersionOf(one)?.name)).toEqual([
      ...[undefined, undefined, undefined, undefined, 'Roma', undefined, undefined, 'Roma'],
    ]);
  });

  it('are stored for each locale that a write changes', async () => {
    const one = await atlas.make('/api/places', { name: 'Oslo', height: 1 });
    await atlas.change(`/api/places/${one}?locale=fr&status=draft`, { name: 'Oslo', height: 1 });
    expect(actionsOf(await findPlace(one, 'fr'))).toEqual(['create']);
    expect(actionsOf(await findPlace(one))).toEqual(['create', 'publish']);
    await atlas.change(`/api/places/${one}`, { height: 2 });
    expect(actionsOf(await findPlace(one))).toEqual(['create', 'publish', 'update', 'publish']);
    expect(actionsOf(await findPlace(one, 'fr'))).toEqual(['create', 'update']);
    await atlas.delete(`/api/places/${one}?locale=*`);
    expect(actionsOf(await findPlace(one, 'fr')).at(-1)).toBe('delete');
    expect(actionsOf(await findPlace(one)).at(-1)).toBe('delete');
  });

  it('are stored once, even with many simultaneous writes', async () => {
    const one = await atlas.make('/api/places?status=draft', { name: 'Lima' });
    const names = Array.from({ length: 20 }, (_, index) => `Lima ${index}`);
    await Promise.all(names.map((name) => atlas.change(`/api/places/${one}?status=draft`, { name })));
    expect(actionsOf(await findPlace(one))).toHaveLength(21);
  });

  it('are not stored for a refused write or for deleting a missing document', async () => {
    const one = await atlas.make('/api/places?status=draft', { name: 'Lima' });
    expect((await atlas.put(`/api/places/${one}`, { height: 'high' })).status).toBe(400);
    await atlas.delete(`/api/places/${one}`);
    await atlas.delete(`/api/places/${one}`);
    expect(actionsOf(await findPlace(one))).toEqual(['create', 'delete']);
  });
});

describe('the time of the last change', () => {
  const findBook = (documentId: string) => findStored(api, 'books', documentId, null);
  it('follows the published version only', async () => {
    const one = await api.create('/api/books?status=draft', { title: 'One' });
    expect((await findBook(one)).changed).toBeUndefined();
    await api.request('POST', `/api/books/${one}/actions/publish`);
    const published = (await findBook(one)).changed;
    expect(published?.t).toBeGreaterThan(0);
    await api.put(`/api/books/${one}?status=draft`, { title: 'Other' });
    await api.request('POST', `/api/books/${one}/actions/discard-draft`);
    expect((await findBook(one)).changed).toEqual(published);
    await api.put(`/api/books/${one}`, { title: 'Other' });
    const changed = (await findBook(one)).changed;
    expect(isLater(changed, published)).toBe(true);
    await api.request('POST', `/api/books/${one}/actions/unpublish`);
    const removed = (await findBook(one)).changed;
    expect(isLater(removed, changed)).toBe(true);
    await api.delete(`/api/books/${one}`);
    expect((await findBook(one)).changed).toEqual(removed);
  });

  it('exists from the creation if the type has no drafts, and after the deletion', async () => {
    const one = await api.create('/api/shelves', { name: 'A' });
    const made = (await findStored(api, 'shelves', one, null)).changed;
    expect(made?.t).toBeGreaterThan(0);
    await api.delete(`/api/shelves/${one}`);
    expect(isLater((await findStored(api, 'shelves', one, null)).changed, made)).toBe(true);
  });

  it('is not set for a draft that was deleted before it was published', async () => {
    const one = await api.create('/api/books?status=draft', { title: 'Never shown' });
    await api.delete(`/api/books/${one}`);
    expect((await findBook(one)).changed).toBeUndefined();
  });

  it('changes when another document adds or removes an inverse link', async () => {
    const [shelf, one] = [
      await api.create('/api/shelves', { name: 'B' }),
      await api.create('/api/books', { title: 'Linked' }),
    ];
    const before = (await findBook(one)).changed;
    await api.put(`/api/shelves/${shelf}`, { books: [one] });
    const linked = (await findBook(one)).changed;
    expect(isLater(linked, before)).toBe(true);
    await api.delete(`/api/shelves/${shelf}`);
    expect(isLater((await findBook(one)).changed, linked)).toBe(true);
  });
});
