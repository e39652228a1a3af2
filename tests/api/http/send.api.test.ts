// What Lectern adds to an answer: its ETag, its timings, and the refusal if it is too large.
import { describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { createApi, schemaOf, typeFile } from '../../setup/api.ts';

const api = createApi(
  schemaOf({ 'note.json': typeFile('note', { title: { type: 'string' }, text: { type: 'text' } }) }),
);

describe('a read', () => {
  test('has a weak ETag, and answers 304 to a request that names it', async () => {
    await api.post('/api/notes', { title: 'one' });
    const { headers } = await api.get('/api/notes');
    const etag = String(headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const known = (tag: string) => api.get('/api/notes', { headers: { 'If-None-Match': tag } });
    for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const { status, body, headers: sent } = await known(tag);
      expect([status, body, sent.etag]).toEqual([304, undefined, etag]);
    }
    await api.post('/api/notes', { title: 'two' });
    expect((await known(etag)).status).toBe(200);
  });

  test('reports the duration of its stages', async () => {
    const { headers } = await api.get('/api/notes');
    expect(headers['server-timing']).toMatch(
      /^access;dur=[\d.]+, parse;dur=[\d.]+, plan;dur=[\d.]+, database;dur=[\d.]+, shape;dur=[\d.]+$/,
    );
  });

  test('is refused if it is too large, naming the largest field', async () => {
    const text = 'x'.repeat(900_000);
    for (let i = 0; i < 6; i++) await api.post('/api/notes', { title: `long ${i}`, text });
    const { status, body } = await api.get('/api/notes');
    expect([status, body.error.details]).toEqual([400, { path: 'text' }]);
    expect(body.error.message).toContain(
      `and ${defaultConfig.api.rest.maxResponseBytes} can be sent; most of them are at text`,
    );
    expect((await api.get('/api/notes?fields=title')).status).toBe(200);
  });
});

test('a write has the ETag of its answer, and is answered in full also to a client that knows the ETag', async () => {
  const { status, headers, body } = await api.post('/api/notes', { title: 'three' });
  const path = `/api/notes/${body.data.documentId as string}`;
  expect([status, headers.etag]).toEqual([201, (await api.get(path)).headers.etag]);
  const known = { headers: { 'If-None-Match': String(headers.etag) } };
  expect((await api.get(path, known)).status).toBe(304);
  expect((await api.put(path, {}, known)).body.data.title).toBe('three');
});

describe('a long answer beside content', () => {
  const path = '/api/content-type-builder/content-types';

  test.each([
    ['gzip', 'gzip'],
    ['deflate, gzip;q=0.5, br', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.0, br', undefined],
    ['x-gzip-like', undefined],
  ])('for a client that takes %s has the encoding %s', async (accepted, encoding) => {
    const { headers } = await api.get(path, { headers: { 'accept-encoding': accepted } });
    expect([headers['content-encoding'], headers.vary]).toEqual([
      encoding,
      expect.stringMatching(/, Accept-Encoding$/),
    ]);
  });

  test('is compressed without a loss', async () => {
    const { body } = await api.get(path, { headers: { 'accept-encoding': 'gzip' } });
    const { body: plain } = await api.get(path);
    expect(body).toEqual(plain);
  });

  test.each(['/api/notes?pagination[pageSize]=1', '/api/content-type-builder/content-types/api::note.note'])(
    'is the only one: not %s',
    async (other) => {
      const { headers } = await api.get(other, { headers: { 'accept-encoding': 'gzip' } });
      expect(headers['content-encoding']).toBeUndefined();
    },
  );
});
