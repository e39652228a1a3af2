// Checks writing single types: creating, changing, publishing and deleting the one document under its singular name.
import { describe, expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi } from '../setup/api.ts';

const api = createApi(library);

const title = async (status: string): Promise<unknown> => {
  const { status: code, body } = await api.get(`/api/home?status=${status}`);
  return code === 200 ? body.data.title : code;
};

describe('a single type with drafts', () => {
  it('is created, published, changed and deleted', async () => {
    expect([await title('draft'), await title('published')]).toEqual([404, 404]);
    expect((await api.put('/api/home', {})).status).toBe(400);
    expect([await title('draft'), await title('published')]).toEqual([404, 404]);

    const draft = await api.put('/api/home?status=draft', {});
    expect([draft.status, draft.body.data.title]).toEqual([200, null]);
    expect([await title('draft'), await title('published')]).toEqual([null, 404]);

    const publish = await api.put('/api/home', { title: 'H' });
    expect(publish.body.data.documentId).toBe(draft.body.data.documentId);
    await api.put('/api/home?status=draft', { title: 'H2' });
    expect([await title('draft'), await title('published')]).toEqual(['H2', 'H']);
    await api.put('/api/home', {});
    expect(await title('published')).toBe('H2');

    expect((await api.delete('/api/home')).status).toBe(204);
    expect([await title('draft'), await title('published')]).toEqual([404, 404]);
    expect((await api.delete('/api/home')).status).toBe(204);

    const again = await api.put('/api/home', { title: 'New' });
    expect(again.status).toBe(200);
    expect(again.body.data.documentId).not.toBe(draft.body.data.documentId);
  });
});

describe('a single type without drafts', () => {
  it('gets defaults when it is created, and keeps other values when it changes', async () => {
    expect((await api.put('/api/rules', { days: 1 })).body.error.details.errors[0].path).toEqual(['title']);
    expect((await api.put('/api/rules', { title: 'R' })).body.data).toMatchObject({ title: 'R', days: 14 });
    expect((await api.put('/api/rules?status=draft', { days: null })).body.data).toMatchObject({
      title: 'R',
      days: null,
    });
    expect((await api.get('/api/rules?status=draft')).body.data).toMatchObject({ title: 'R', days: null });
  });
});
