// Checks /api/upload: files, their records, and the documents that they belong to.
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pictureOfSize } from '../media/files.ts';
import { schemaOf, componentFile, localized, typeFile, withDrafts } from '../setup/schema.ts';
import { createUploadApi, type Part } from '../setup/uploads.ts';
import { indexSite } from '../search/indexSite.ts';

const media = (more: object) => ({ type: 'media', ...more });
const type = (name: string, attributes: object, more: object = {}): string =>
  typeFile(name, { title: { type: 'string' }, ...attributes }, { ...withDrafts, ...more });

const schema = schemaOf({
  'page.json': type('page', {
    cover: media({ multiple: false, allowedTypes: ['images'] }),
    gallery: media({ multiple: true }),
    papers: media({ multiple: true, allowedTypes: ['files', 'videos'] }),
    figure: { type: 'component', component: 'shared.figure' },
    body: { type: 'dynamiczone', components: ['shared.figure'] },
  }),
  'post.json': type('post', { cover: media({ multiple: false, ...localized }) }, localized),
  'components/shared/figure.json': componentFile({
    picture: media({ multiple: false, allowedTypes: ['images'] }),
    caption: { type: 'string' },
  }),
});

const api = createUploadApi(schema);
const jpeg = await pictureOfSize(600, 300).jpeg().toBuffer();
const png = await pictureOfSize(100, 100).png().toBuffer();
const big = await pictureOfSize(1200, 600).jpeg().toBuffer();
const little = await pictureOfSize(300, 200).png().toBuffer();

/** Uploads one file and returns its record. */
const uploadOne = async (...part: Part) => {
  const { status, body } = await api.send([part]);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body[0];
};

const count = async (): Promise<number> =>
  (await api.collection('upload_files')).countDocuments({ deletedAt: { $exists: false } });

afterEach(async () => {
  expect(await api.leftovers()).toEqual([]);
});

describe('an upload', () => {
  it('of a picture has formats, whose files are of the sizes that the record says', async () => {
    const { status, body } = await api.send([['Coffee art.JPG', jpeg]]);
    expect(status).toBe(201);
    const [record] = body;
    expect(Object.keys(record.formats)).toEqual(['thumbnail', 'small']);
    for (const { url, width, height } of [record, ...Object.values<typeof record>(record.formats)]) {
      const reply = await fetch(`${api.url()}${String(url)}`);
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
    }
  });

  it.each<[coding: string, encode: (bytes: Buffer) => Buffer]>([
    ['identity', (bytes) => bytes],
    ['gzip', gzipSync],
  ])('is base64-encoded on Lambda, with Content-Encoding: %s', async (coding, encode) => {
    const encoded = new Response(
      (() => {
        const form = new FormData();
        form.append('files', new File([new Uint8Array(png)], 'é.png'));
        return form;
      })(),
    );
    const contentType = encoded.headers.get('content-type') ?? '';
    const body = encode(Buffer.from(await encoded.arrayBuffer())).toString('base64');
    const reply = await api.request('POST', '/api/upload', {
      body,
      isBase64Encoded: true,
      headers: { 'Content-Type': contentType, 'Content-Encoding': coding },
    });
    expect(reply).toMatchObject({ status: 201, body: [{ name: 'é.png', width: 100 }] });
  });

  it.each<[coding: string, status: number, message: string]>([
    ['zstd', 415, 'Unsupported Content-Encoding: zstd. Use'],
    ['gzip', 400, 'The request body is not a valid multipart form'],
  ])('is refused if it is not encoded as Content-Encoding says: %s', async (coding, status, message) => {
    const before = [await api.stored(), await count()];
    const reply = await api.request('POST', '/api/upload', {
      body: Buffer.from('--x--').toString('base64'),
      isBase64Encoded: true,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Encoding': coding },
    });
    expect([reply.status, reply.body.error.message]).toEqual([status, expect.stringContaining(message)]);
    expect([await api.stored(), await count()]).toEqual(before);
  });

  const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const tooLong = 'The fields of a form may have at most 65536 bytes together';
  const someFile: readonly Part[] = [['a.png', png]];

  it.each<[fields: Record<string, unknown>, message: string, files?: readonly Part[]]>([
    [{}, 'Files are empty', [['a.png', '']]],
    [{}, 'Files are empty', [...someFile, ['b.png', '']]],
    [{ fileInfo: '{}', ref: 'x'.repeat(65_535) }, tooLong],
    [{ ref: 'x'.repeat(1_000_000) }, tooLong],
    [{ fileInfo: { nope: 1 } }, 'Invalid key nope at fileInfo'],
    [{ fileInfo: [{ name: ' ' }] }, 'name must be a text that is not empty'],
    [{ fileInfo: { caption: 7 } }, 'caption must be a text or null'],
    [{ fileInfo: { focalPoint: 'x' } }, 'focalPoint must be {x, y} in percent, or null'],
    [{ fileInfo: { focalPoint: { x: 1 } } }, 'y must be from 0 to 100'],
    [{ fileInfo: { toString: 1 } }, 'Invalid key toString at fileInfo'],
    [{ fileInfo: '{"__proto__":1}' }, 'Invalid key __proto__ at fileInfo'],
    [{ fileInfo: '{"caption":"a\\ud800"}' }, 'Text must not contain half of a surrogate pair'],
    ...[nested, `{"caption":${nested}}`].map((fileInfo): [Record<string, unknown>, string] => [
      { fileInfo },
      'fileInfo is not valid JSON',
    ]),
    [{ folder: '1' }, 'Invalid key folder'],
  ])('is refused: case %#, %s', async (fields, message, files = someFile) => {
    const before = [await api.stored(), await count()];
    const { status, body } = await api.send(files, fields);
    expect([status, body.error.name, body.error.message]).toEqual([400, 'ValidationError', message]);
    expect([await api.stored(), await count()]).toEqual(before);
  });

  it.each(['filename="a.txt"', 'x=1'])('is refused with a part that has no name: %s', async (disposition) => {
    const body = `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\na\r\n--x--\r\n`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const reply = await api.request('POST', '/api/upload', { body, headers });
    expect([reply.status, reply.body.error.message]).toEqual([400, 'A part of the form has no name']);
  });

  it('is refused if the body is not a form', async () => {
    expect(await api.request('POST', '/api/upload', { body: {} })).toMatchObject({
      status: 400,
      body: { error: { message: 'Files are empty' } },
    });
    for (const contentType of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const reply = await api.request('POST', '/api/upload', { body: 'x', headers: { 'Content-Type': contentType } });
      expect(reply).toMatchObject({
        status: 400,
        body: { error: { message: 'The request body is not a valid multipart form' } },
      });
    }
  });
});

const describeFile = (id: number, fileInfo: object) =>
  api.request('POST', `/api/upload?id=${id}`, { body: { fileInfo } });

describe('files', () => {
  beforeAll(async () => {
    await uploadOne('filtered.txt', 'a');
    await uploadOne('filtered too.png', png);
  });

  it('are listed with the envelope of documents below /page', async () => {
    const filtered = 'filters[name][$startsWith]=filtered&sort=name:desc';
    const { body: records } = await api.get(`/api/upload/files?${filtered}`);
    const { status, body } = await api.get(
      `/api/upload/files/page?${filtered}&pagination[pageSize]=1&pagination[page]=2`,
    );
    expect([status, body]).toEqual([
      200,
      { data: [records[1]], meta: { pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 } } },
    ]);
    const { meta } = (await api.get('/api/upload/files/page?pagination[limit]=1&pagination[withCount]=false')).body;
    expect(meta).toEqual({ pagination: { start: 0, limit: 1 } });
    expect((await api.get('/api/upload/files/page?filters[nope]=1')).status).toBe(400);
    expect((await api.get('/api/upload/files/page?sort=name', { as: null })).status).toBe(403);
  });

  it('are found by words, the best first or in the order of sort', async () => {
    const [one, two] = [await uploadOne('harbour.txt', 'a'), await uploadOne('ship.txt', 'b')];
    await describeFile(one.id, { alternativeText: 'A quiet harbour' });
    await describeFile(two.id, { caption: 'In the harbours of João' });
    await indexSite(api.service());
    const names = async (query: string) => {
      const { status, body } = await api.get(`/api/upload/files/page?${query}`);
      expect([status, body.error]).toEqual([200, undefined]);
      return body.data.map(({ name }: { name: string }) => name);
    };
    expect(await names('search=harbour')).toEqual(['harbour.txt', 'ship.txt']);
    expect(await names('search=joao harb')).toEqual(['ship.txt']);
    expect(await names('search=harbour&sort=name:desc')).toEqual(['ship.txt', 'harbour.txt']);
    expect((await api.get('/api/upload/files?search=joao')).body).toMatchObject([{ name: 'ship.txt' }]);
    expect((await api.get('/api/upload/files/page?search=harbour', { as: null })).status).toBe(403);
  });

  it('are deleted with their formats and the links to them', async () => {
    const [before, record] = [await api.stored(), await uploadOne('gone.jpg', jpeg)];
    const page = await api.post('/api/pages', { title: 'a', cover: record.id });
    const { status, body } = await api.delete(`/api/upload/files/${record.id}`);
    expect([status, body]).toEqual([200, record]);
    expect((await api.get(`/api/upload/files/${record.id}`)).status).toBe(404);
    // The trash keeps the bytes.
    const erased = await api.delete(`/api/trash/plugin::upload.file/${String(record.documentId)}`);
    expect([erased.status, await api.stored()]).toEqual([204, before]);
    expect((await fetch(`${api.url()}${String(record.url)}`)).status).toBe(404);
    expect((await api.get(`/api/pages/${page.body.data.documentId}?populate=cover`)).body.data.cover).toBeNull();
  });
});

const tiff = await pictureOfSize(9, 9).tiff().toBuffer();

it.each<Part>([
  ['a.jfif', png],
  ['a.jfif', jpeg],
  ['a.jpe', jpeg],
  ['a.tiff', tiff],
  ['a.tif', tiff],
  ['a.log', 'text'],
  ['a.md', 'text'],
])('%s is served with the type in its record', async (...part) => {
  const { url, mime } = await uploadOne(...part);
  const { headers } = await fetch(`${api.url()}${String(url)}`);
  expect([headers.get('content-type')?.split(';')[0], headers.get('content-disposition')]).toEqual([mime, 'inline']);
});

describe('a record', () => {
  it('stays linked to documents while its file is replaced', async () => {
    const [before, record] = [await api.stored(), await uploadOne('before.jpg', jpeg)];
    const page = await api.post('/api/pages', { title: 'a', cover: record.id, gallery: [record.id] });
    await api.send([], { fileInfo: { alternativeText: 'A', focalPoint: { x: 1, y: 2 } } }, `?id=${record.id}`);
    const { status, body } = await api.send([['after.png', png]], { fileInfo: { caption: 'B' } }, `?id=${record.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ id: record.id, documentId: record.documentId, name: 'after.png', mime: 'image/png' },
      ...{ width: 100, alternativeText: 'A', caption: 'B', focalPoint: null },
    });
    expect((await api.stored()).length).toBe(before.length + 3);
    const read = await api.get(`/api/pages/${page.body.data.documentId}?populate=*`);
    expect(read.body.data).toMatchObject({ cover: { url: body.url }, gallery: [{ url: body.url }] });
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>';
  it.each<[what: string, keepsAddresses: boolean, before: Part, after: Part, query?: string]>([
    ['a smaller picture of another type', true, ['a.jpg', big], ['b.png', little]],
    ['a larger picture of another type', true, ['a.png', little], ['b.jpg', big]],
    ['a picture without formats', true, ['a.jpg', big], ['b.png', png]],
    ['a picture, and asks for another address', false, ['a.jpg', jpeg], ['b.jpg', jpeg], '&newUrl=true'],
    ['an SVG', true, ['a.svg', svg], ['b.svg', svg.replace('5', '6')]],
    ['a picture in the place of an SVG', false, ['a.svg', svg], ['b.png', png]],
    ['a text', true, ['a.txt', 'old'], ['b.txt', 'new']],
    ['a text with another ending', false, ['a.txt', 'old'], ['b.csv', 'new']],
  ])('of %s is whole at each of its addresses: %j', async (_what, keepsAddresses, before, after, query = '') => {
    const addresses = ({ url, formats }: typeof record): readonly string[] =>
      [{ url }, ...Object.values<typeof record>(formats ?? {})].map((one) => String(one.url));
    const left = await api.stored();
    const record = await uploadOne(...before);
    const { status, body } = await api.send([after], {}, `?id=${record.id}${query}`);
    expect(status).toBe(200);
    const [old, now] = [addresses(record), addresses(body)];
    expect(old.filter((url) => now.includes(url))).toEqual(keepsAddresses ? old : []);
    for (const url of old) expect((await fetch(`${api.url()}${url}`)).status).toBe(keepsAddresses ? 200 : 404);
    for (const one of [body, ...Object.values<typeof record>(body.formats ?? {})]) {
      const reply = await fetch(`${api.url()}${String(one.url)}`);
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect(reply.status).toBe(200);
      if (one !== body) expect([one.sizeInBytes, one.mime]).toEqual([bytes.length, body.mime]);
      if (String(body.mime).startsWith('text/')) expect(bytes.toString()).toBe('new');
      else expect(await sharp(bytes).metadata()).toMatchObject({ width: one.width, height: one.height });
    }
    expect((await api.stored()).length).toBe(left.length + now.length);
    await api.delete(`/api/upload/files/${record.id}`);
    expect(await api.stored()).toEqual(left);
  });

  it('does not change if it is not clear whether a new file gets another address', async () => {
    const record = await uploadOne('kept.jpg', jpeg);
    const { status, body } = await api.send([['a.png', png]], {}, `?id=${record.id}&newUrl=maybe`);
    expect([status, body.error.message]).toEqual([400, 'newUrl must be true or false']);
    expect((await api.get(`/api/upload/files/${record.id}`)).body).toEqual(record);
  });

  it.each([
    [
      'two files',
      [
        ['a.png', png],
        ['b.png', png],
      ],
      {},
      400,
    ],
    ['a file that is not a picture', [['a.png', jpeg.subarray(0, jpeg.length / 2)]], {}, 400],
    ['a file of another type', [['a.txt', 'text']], {}, 400],
    ['a document to attach to', [['a.png', png]], { ref: 'api::page.page' }, 400],
    ['too many fileInfo entries', [['a.png', png]], { fileInfo: [{}, {}] }, 400],
  ] as [string, Part[], Record<string, unknown>, number][])(
    'does not change in a request with %s',
    async (_name, files, fields, expectedStatus) => {
      const record = await uploadOne('kept.jpg', jpeg);
      const before = await api.stored();
      const { status } = await api.send(files, fields, `?id=${record.id}`);
      expect(status).toBe(expectedStatus);
      expect(await api.stored()).toEqual(before);
      expect((await api.get(`/api/upload/files/${record.id}`)).body).toEqual(record);
    },
  );

  it('changes only as it was read, with If-Match', async () => {
    const record = await uploadOne('matched.txt', 'text');
    const { headers } = await api.get(`/api/upload/files/${record.id}`);
    const change = (name: string) =>
      api.request('POST', `/api/upload?id=${record.id}`, {
        body: { fileInfo: { name } },
        headers: { 'If-Match': String(headers.etag) },
      });
    expect((await change('first')).status).toBe(200);
    expect((await change('second')).status).toBe(412);
    const late = { headers: { 'If-Match': String(headers.etag) } };
    expect((await api.delete(`/api/upload/files/${record.id}`, late)).status).toBe(412);
    expect((await fetch(`${api.url()}${String(record.url)}`)).status).toBe(200);
  });

  it('has one file in the end, however many requests replace it at once', async () => {
    const [before, record] = [await api.stored(), await uploadOne('raced.txt', 'text')];
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((text) => api.send([[`${text}.txt`, text]], {}, `?id=${record.id}`)),
    );
    // 202: another of these requests is deleting the bytes that this one replaced.
    for (const { status } of replies) expect([200, 202]).toContain(status);
    const { body } = await api.get(`/api/upload/files/${record.id}`);
    await expect.poll(() => api.stored()).toEqual([...before, `${String(body.hash)}${String(body.ext)}`].sort());
  });
});

describe('media in documents', () => {
  it.each([
    ['cover', ['b2.txt'], 'cover accepts images, not files'],
    ['papers', ['b2.txt', 'a2.png'], 'papers accepts files, videos, not images'],
    ['figure', ['b2.txt'], 'figure.picture accepts images, not files'],
  ])('must have the kinds that %s allows', async (name, files, message) => {
    const ids = await Promise.all(
      files.map(async (file) => (await uploadOne(file, file.endsWith('png') ? png : 'text')).id as number),
    );
    const value = name === 'figure' ? { picture: ids[0] } : name === 'cover' ? ids[0] : ids;
    const { status, body } = await api.post('/api/pages', { title: 'a', [name]: value });
    expect([status, body.error.message]).toEqual([400, message]);
    expect((await api.post('/api/pages', { title: 'a', papers: { disconnect: ids } })).status).toBe(201);
  });
});

describe('ref, refId and field', () => {
  const page = async (url = '/api/pages'): Promise<{ id: number; documentId: string }> =>
    (await api.post(url, { title: 'there' })).body.data;

  it('change the locale of the id', async () => {
    await api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } });
    const { documentId } = await page('/api/posts');
    const french = await api.put(`/api/posts/${documentId}?locale=fr`, { title: 'là' });
    await api.send([['fr.png', png]], { ref: 'api::post.post', refId: String(french.body.data.id), field: 'cover' });
    await api.send([['en.png', png]], { ref: 'api::post.post', refId: documentId, field: 'cover' });
    const names = await Promise.all(
      ['en', 'fr'].map(
        async (locale) =>
          (await api.get(`/api/posts/${documentId}?locale=${locale}&populate=cover`)).body.data.cover.name,
      ),
    );
    expect(names).toEqual(['en.png', 'fr.png']);
  });

  it.each([
    ['without a refId', { refId: '' }, 400, 'refId'],
    ['without a field', { field: '' }, 400, 'field'],
    ['with an unknown type', { ref: 'api::nope.nope' }, 400, 'ref'],
    ['with the type of files', { ref: 'plugin::upload.file' }, 400, 'ref'],
    ['with an unknown field', { field: 'nope' }, 400, 'field'],
    ['with a field that is not media', { field: 'title' }, 400, 'field'],
    ['with a missing document', { refId: '999999' }, 404, undefined],
    ['with a kind that the field does not allow', { field: 'papers' }, 400, 'papers'],
  ])('are refused %s, and nothing is stored', async (_name, overrides, expectedStatus, path) => {
    const { id } = await page();
    const before = [await api.stored(), await count()];
    const fields = { ref: 'api::page.page', refId: String(id), field: 'cover', ...overrides };
    const { status, body } = await api.send([['a.png', png]], fields);
    expect([status, body.error.details.errors?.[0].path[0]]).toEqual([expectedStatus, path]);
    expect([await api.stored(), await count()]).toEqual(before);
  });

  it('accept one file for a single media field', async () => {
    const { id } = await page();
    const before = await api.stored();
    const two: Part[] = [
      ['a.png', png],
      ['b.png', png],
    ];
    const { status } = await api.send(two, { ref: 'api::page.page', refId: String(id), field: 'cover' });
    expect([status, await api.stored()]).toEqual([400, before]);
  });
});
