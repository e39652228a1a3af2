// Checks malicious files and failures during uploads: the answer is an error or safe, and nothing is left behind.
import { connect } from 'node:net';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeOf } from '../../lib/media/index.ts';
import { pictureOfSize, pngHeader } from '../media/files.ts';
import { schemaOf, typeFile } from '../setup/schema.ts';
import { createUploadApi, type Part } from '../setup/uploads.ts';
import { waitFor } from '../setup/waitFor.ts';

const page = typeFile('page', {
  ...{ title: { type: 'string', required: true }, cover: { type: 'media', allowedTypes: ['images'] } },
});
const sizeLimit = 2_000_000;
const api = createUploadApi(schemaOf({ 'page.json': page }), { sizeLimit });

const jpeg = await pictureOfSize(400, 300).jpeg().toBuffer();
const png = await pictureOfSize(40, 30).png().toBuffer();
const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'white' } })
  .png({ compressionLevel: 9 })
  .toBuffer();
const script = '<script>alert(document.domain)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">${script}</svg>`;

const records = async (): Promise<number> => (await api.collection('upload_files')).countDocuments({});

const storageState = async (): Promise<unknown> => [await api.stored(), await api.leftovers(), await records()];

const invalid = 'File is not a valid image';

describe('refuses, and leaves nothing behind,', () => {
  it.each<[name: string, part: Part, status: number, message: string]>([
    [
      'a picture of a hundred megapixels in a few bytes',
      ['bomb.png', bomb],
      400,
      'The picture has more than 64 million pixels',
    ],
    [
      'a header of 65,535 × 65,535',
      ['huge.png', pngHeader(65_535, 65_535)],
      400,
      'The picture has more than 64 million pixels',
    ],
    ['a JPEG that is cut off', ['cut.jpg', jpeg.subarray(0, jpeg.length / 2)], 400, invalid],
    ['a GIF that is a script', ['a.gif', `GIF89a=1;${script.padEnd(60)}`], 400, invalid],
    ['a PNG with only a header', ['a.png', png.subarray(0, 40)], 400, invalid],
    [
      'a WebP with false dimensions',
      ['a.webp', Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\xff', 'latin1')],
      400,
      invalid,
    ],
    ['zero bytes', ['empty.jpg', ''], 400, 'Files are empty'],
    [
      'a file over the size limit',
      ['large.bin', new Uint8Array(sizeLimit + 1)],
      413,
      `The files of the form have more than ${sizeLimit} bytes`,
    ],
  ])('%s', async (_name, part, status, message) => {
    const before = await storageState();
    // Earlier files of the form are not stored either.
    const { status: answered, body } = await api.send([['fine.png', png], part]);
    expect([answered, body.error.message]).toEqual([status, message]);
    expect(await storageState()).toEqual(before);
  });

  it('files whose sum is over the limit', async () => {
    const before = await storageState();
    const half = new Uint8Array(sizeLimit / 2);
    const { status, body } = await api.send([
      ['a.bin', half],
      ['b.bin', half],
      ['c.txt', 'a'],
    ]);
    expect([status, body.error.name]).toEqual([413, 'PayloadTooLargeError']);
    expect(await storageState()).toEqual(before);
  });

  it('a hundred files in one form', async () => {
    const before = await storageState();
    const { status } = await api.send(Array.from({ length: 100 }, (_, index) => [`${index}.txt`, 'a'] as const));
    expect([status, await storageState()]).toEqual([400, before]);
  });

  it('a form that breaks off', async () => {
    const before = await storageState();
    const { hostname, port } = new URL(api.url());
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n';
    socket.write(
      `POST /api/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.token()}\r\ncontent-length: 9999\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n${head}half of it`,
    );
    await waitFor(async () => {
      expect(await api.leftovers()).toHaveLength(1);
    });
    socket.destroy();
    await waitFor(async () => {
      expect(await storageState()).toEqual(before);
    });
  });

  it('a form whose last part has no end', async () => {
    const before = await storageState();
    const body = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf of it';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const { status } = await api.request('POST', '/api/upload', { body, headers });
    expect([status, await storageState()]).toEqual([400, before]);
  });
});

describe('an accepted upload', () => {
  it('may be a form of exactly the size limit', async () => {
    const half = new Uint8Array(sizeLimit / 2);
    const { status, body } = await api.send([
      ['a.bin', half],
      ['b.bin', half],
    ]);
    expect([status, body]).toMatchObject([201, [{ size: sizeLimit / 2000 }, { size: sizeLimit / 2000 }]]);
  });

  afterEach(async () => {
    expect(await api.leftovers()).toEqual([]);
  });

  it.each<[name: string, part: Part, record: object, type: string, disposition: string]>([
    [
      'an SVG with a script',
      ['a.svg', svg],
      { mime: 'image/svg+xml', ext: '.svg', width: 9, formats: null },
      'image/svg+xml',
      'attachment',
    ],
    [
      'an SVG with the name of a PNG',
      ['a.png', svg],
      { mime: 'image/svg+xml', ext: '.svg' },
      'image/svg+xml',
      'attachment',
    ],
    [
      'an HTML page with the name of a JPEG',
      ['a.jpg', `<!doctype html>${script}`],
      { mime: 'text/plain', ext: '.txt' },
      'text/plain; charset=utf-8',
      'inline',
    ],
    [
      'a page',
      ['a.html', `<!doctype html>${script}`],
      { mime: 'text/html', ext: '.html' },
      'application/octet-stream',
      'attachment',
    ],
    [
      'a JPEG followed by HTML',
      ['a.html', Buffer.concat([jpeg, Buffer.from(script)])],
      { mime: 'image/jpeg', ext: '.jpg' },
      'image/jpeg',
      'inline',
    ],
    [
      'a program with the name of a picture',
      ['a.png', Buffer.from('7f454c4602010100', 'hex')],
      { mime: 'application/x-elf', ext: '.elf', formats: null },
      'application/octet-stream',
      'attachment',
    ],
    ['a picture with the name of a program', ['a.exe', png], { mime: 'image/png', ext: '.png' }, 'image/png', 'inline'],
  ])('may be %s, and is served so that browsers never run it', async (_name, part, record, type, disposition) => {
    const { status, body } = await api.send([part]);
    expect([status, body]).toMatchObject([201, [record]]);
    const { headers } = await fetch(`${api.url()}${String(body[0].url)}`);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, disposition]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it.each([
    ['../../../etc/cron.d/evil.png', 'evil.png', /^evil_/],
    ['..\\..\\windows\\evil.png', 'evil.png', /^evil_/],
    ['a\u202Egnp.exe', 'agnp.exe', /^agnp_/],
    ['.htaccess', '.htaccess', /^htaccess_/],
    ['💥.png', '💥.png', /^file_/],
    [`${'é'.repeat(300)}.png`, 'é'.repeat(255), /^e{100}_/],
  ])('may have the name %j, and is stored in the folder of all files', async (name, expectedName, hash) => {
    const { status, body } = await api.send([[name, png]]);
    expect([status, body[0].name]).toEqual([201, expectedName]);
    expect(body[0].hash).toMatch(hash);
    expect(await api.stored()).toContain(`${String(body[0].hash)}${String(body[0].ext)}`);
    expect(readdirSync('..').filter((one) => hash.test(one))).toEqual([]);
  });

  it('may be a file of exactly the size limit', async () => {
    const { status, body } = await api.send([['a.bin', new Uint8Array(sizeLimit)]]);
    expect([status, body[0].size]).toEqual([201, 2000]);
  });
});

describe('nothing is stored', () => {
  it('if the document refuses one file of the form', async () => {
    const { body } = await api.post('/api/pages', { title: 'there' });
    const before = await storageState();
    const fields = { ref: 'api::page.page', refId: body.data.documentId as string, field: 'cover' };
    const { status } = await api.send([['a.txt', 'text']], fields);
    expect([status, await storageState()]).toEqual([400, before]);
  });

  it('if one format of a picture cannot be stored', async () => {
    const store = storeOf(api.service().config.upload);
    const { put } = store;
    let times = 0;
    const failing = vi.spyOn(store, 'put').mockImplementation((key, stream, content) => {
      times += 1;
      if (times !== 2) return put(key, stream, content);
      stream.destroy();
      return Promise.reject(Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }));
    });
    const errorLog = vi.spyOn(console, 'error').mockReturnValue();
    const before = await storageState();
    const { status, body } = await api.send([['a.jpg', jpeg]], {}, '', { 'x-request-id': 'mine' });
    expect([status, body.error.message]).toEqual([503, 'The file cannot be stored at the moment']);
    expect(errorLog.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      {
        ...{ level: 'error', time: expect.any(String), requestId: 'mine', method: 'POST', path: '/api/upload' },
        error: {
          ...{ name: 'ServiceUnavailableError', message: 'The file cannot be stored at the moment' },
          cause: { name: 'Error', message: 'no space left on device, write', code: 'ENOSPC' },
        },
      },
    ]);
    failing.mockRestore();
    errorLog.mockRestore();
    expect(times).toBe(2);
    expect(await storageState()).toEqual(before);
  });

  it('if the record is refused', async () => {
    const store = storeOf(api.service().config.upload);
    const { put } = store;
    const before = await storageState();
    const { body } = await api.post('/api/pages', { title: 'there' });
    // The document is deleted while the file is being stored.
    const slow = vi.spyOn(store, 'put').mockImplementation(async (...args) => {
      await put(...args);
      await api.delete(`/api/pages/${body.data.documentId as string}`);
    });
    const fields = { ref: 'api::page.page', refId: body.data.documentId as string, field: 'cover' };
    const { status } = await api.send([['a.png', png]], fields);
    slow.mockRestore();
    expect([status, await storageState()]).toEqual([404, before]);
  });
});
