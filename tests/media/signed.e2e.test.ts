// Files in a private bucket: every answer with a file has signed URLs.
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { s3Client } from '../../lib/media/store/s3.ts';
import { schemaOf, componentFile, localized, typeFile, withDrafts } from '../setup/schema.ts';
import { addMember } from '../setup/accounts.ts';
import { startS3 } from '../setup/s3.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { pictureOfSize } from './files.ts';

Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' });
const server = await startS3();
if (server === undefined) console.warn('not run: there is no S3 server, and none can be installed');
afterAll(() => server?.stop());

const picture = { type: 'media', multiple: false };
const schema = schemaOf({
  'page.json': typeFile(
    'page',
    {
      title: { type: 'string', ...localized },
      cover: { ...picture, ...localized },
      gallery: { type: 'media', multiple: true },
      figure: { type: 'component', component: 'shared.figure' },
      figures: { type: 'component', component: 'shared.figure', repeatable: true },
      body: { type: 'dynamiczone', components: ['shared.figure'] },
      about: { type: 'relation', relation: 'morphToMany' },
      next: { type: 'relation', relation: 'oneToOne', target: 'api::page.page' },
    },
    { ...withDrafts, ...localized },
  ),
  'components/shared/figure.json': componentFile({ picture }),
});

const s3 = {
  ...defaultConfig.upload.s3,
  ...{ bucket: 'private', prefix: 'uploads/', endpoint: server?.endpoint ?? '', signedSeconds: 600 },
};
const jpeg = await pictureOfSize(600, 300).jpeg().toBuffer();

type Values = Readonly<Record<string, unknown>>;

/** Every object with a URL, at any depth. */
const addressed = (value: unknown): readonly Values[] => {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(addressed);
  return 'url' in value ? [value, ...below] : below;
};

/** Checks that all URLs are signed and marked as such, and counts them. */
const signedIn = (body: unknown): number => {
  const all = addressed(body);
  for (const { url, isUrlSigned } of all)
    expect([url, isUrlSigned]).toEqual([expect.stringMatching(/\?.*&X-Amz-Signature=[\da-f]{64}$/), true]);
  return all.length;
};

describe.runIf(server !== undefined)('in a private bucket', () => {
  const api = createUploadApi(schema, { provider: 's3', s3 });
  let file: Values;
  let documentId = '';
  /** A file and its two formats. */
  const ofOne = 3;
  const places = [
    'populate[cover]=true',
    'populate[gallery]=true',
    'populate[figure][populate]=picture',
    'populate[figures][populate]=picture',
    'populate[body][on][shared.figure][populate]=picture',
    'populate[about][on][plugin::upload.file]=true',
    'populate[localizations][populate]=cover',
    'populate[next][populate]=cover',
  ];
  const everywhere = places.join('&');

  beforeAll(async () => {
    await (await s3Client(s3)).send(new CreateBucketCommand({ Bucket: s3.bucket }));
    await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
    [file] = (await api.send([['a.jpg', jpeg]])).body;
    const { id } = file;
    const next = await api.create('/api/pages', { title: 'next', cover: id });
    const figure = { picture: id };
    const about = [{ __type: 'plugin::upload.file', documentId: file.documentId }];
    const data = { title: 'a', cover: id, gallery: [id], figure, figures: [figure], about, next };
    const made = await api.post('/api/pages', { ...data, body: [{ __component: 'shared.figure', ...figure }] });
    documentId = made.body.data.documentId;
    await api.put(`/api/pages/${documentId}?locale=fr`, { title: 'b', cover: id });
  });
  afterEach(async () => {
    vi.useRealTimers();
    expect(await api.leftovers()).toEqual([]);
  });

  it('the URLs of a file are signed, and work', async () => {
    expect(signedIn(file)).toBe(ofOne);
    for (const { url, mime } of addressed(file)) {
      const reply = await fetch(String(url));
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, mime]);
    }
    expect((await fetch(String(file.url).split('?')[0] ?? '')).status).toBe(403);
  });

  it('no URL is signed for a file that the caller may not relate to', async () => {
    const creator = await addMember(api.service(), [{ action: 'api::page.page.create' }]);
    for (const cover of [file.id, file.documentId]) {
      const { status, body } = await api.post('/api/pages?populate=cover', { title: 'c', cover }, creator);
      expect([status, addressed(body)]).toEqual([400, []]);
    }
  });

  it('signed URLs are in every answer with a file', async () => {
    const urls: readonly (readonly [url: string, files: number])[] = [
      ['/api/upload/files', 1],
      [`/api/upload/files/${String(file.id)}`, 1],
      ...places.map((place) => [`/api/pages/${documentId}?${place}`, 1] as const),
      [`/api/pages/${documentId}?${everywhere}`, places.length],
      [`/api/pages?${everywhere}&filters[title]=a`, places.length],
      [`/api/pages?${everywhere}&filters[title]=a&status=draft`, places.length],
      [`/api/pages?populate=*&filters[title]=a`, 3],
      [`/api/pages/${documentId}`, 0],
    ];
    for (const [url, files] of urls) {
      const { status, body } = await api.get(url);
      expect([url, status, signedIn(body)]).toEqual([url, 200, files * ofOne]);
    }
    const nested = await api.get(`/api/pages/${documentId}?${everywhere}`, {
      headers: { 'Strapi-Response-Format': 'v4' },
    });
    expect(signedIn(nested.body)).toBe(places.length * ofOne);
  });

  it('signed URLs are in the answers to writes', async () => {
    const cover = 'populate=cover';
    const { body: made } = await api.post(`/api/pages?${cover}`, { title: 'c', cover: file.id });
    const pageUrl = `/api/pages/${String(made.data.documentId)}`;
    const answers = [
      made,
      (await api.put(`${pageUrl}?${cover}`, { title: 'c2' })).body,
      (await api.request('POST', `${pageUrl}/actions/publish?${cover}`)).body,
      (await api.request('POST', `/api/upload?id=${String(file.id)}`, { body: { fileInfo: { caption: 'C' } } })).body,
      (await api.send([['b.jpg', jpeg]])).body,
    ];
    expect(answers.map(signedIn)).toEqual([ofOne, ofOne, ofOne, ofOne, ofOne]);
    const [{ id }] = (await api.send([['c.jpg', jpeg]])).body;
    expect(signedIn((await api.delete(`/api/upload/files/${String(id)}`)).body)).toBe(ofOne);
  });

  it('fields that the caller did not select are left out', async () => {
    const { body } = await api.get(`/api/upload/files/${String(file.id)}?fields=name`);
    expect(body).toEqual({ id: file.id, documentId: file.documentId, name: 'a.jpg', isUrlSigned: false });
    const { body: formats } = await api.get(`/api/pages/${documentId}?populate[cover][fields][0]=formats`);
    expect(Object.keys(formats.data.cover)).toEqual(['id', 'documentId', 'formats', 'isUrlSigned']);
    expect(signedIn(formats)).toBe(2);
  });

  it('stored URLs are not signed, and filters and sorts use them', async () => {
    const [stored = ''] = String(file.url).split('?');
    const found = await api.get(`/api/upload/files?filters[url]=${stored}&sort=url`);
    expect(found.body).toMatchObject([{ id: file.id, url: expect.stringContaining(`${stored}?`) }]);
    const filtered = await api.get(`/api/pages?filters[cover][url]=${stored}&filters[title]=a`);
    expect(filtered.body.meta.pagination.total).toBe(1);
    const records = (await api.service().database.get()).collection('upload_files');
    expect(await records.countDocuments({ 'published.url': /\?/ })).toBe(0);
  });

  it('an answer stays the same for a while, so that 304 is possible', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T09:30:00Z') });
    const url = `/api/pages/${documentId}?populate=cover`;
    const { headers, body } = await api.get(url);
    const known = { headers: { 'If-None-Match': String(headers.etag) } };
    vi.setSystemTime(new Date('2026-05-01T09:34:59Z'));
    expect((await api.get(url, known)).status).toBe(304);
    vi.setSystemTime(new Date('2026-05-01T09:35:00Z'));
    const later = await api.get(url, known);
    expect([later.status, later.body.data.cover.url === body.data.cover.url]).toEqual([200, false]);
    // The document did not change, so the ETag still matches.
    const write = await api.put(`/api/pages/${documentId}`, {}, { headers: { 'If-Match': String(headers.etag) } });
    expect(write.status).toBe(200);
  });

  it('files that are stored elsewhere keep their URLs', async () => {
    const [{ id }] = (await api.send([['elsewhere.txt', 'a']])).body;
    const records = (await api.service().database.get()).collection('upload_files');
    await records.updateOne({ 'published.id': id }, { $set: { 'published.url': '/uploads/elsewhere.txt' } });
    const { body } = await api.get(`/api/upload/files/${String(id)}`);
    expect(body).toMatchObject({ url: '/uploads/elsewhere.txt', isUrlSigned: false });
  });
});

describe('without credentials', () => {
  const api = createUploadApi(schema, { provider: 's3', s3: { ...s3, region: 'us-east-1' } });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('only answers with files are 503', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    const errorLog = vi.spyOn(console, 'error').mockReturnValue();
    const statuses = ['', '?populate=figure', '?populate[figure][populate]=picture', '?populate=cover'].map(
      async (query) => (await api.get(`/api/pages${query}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 503, 503]);
    errorLog.mockRestore();
  });
});
