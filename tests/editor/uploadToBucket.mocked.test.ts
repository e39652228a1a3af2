// Uploads to a bucket: what was sent is not sent again, and an answer that is lost makes no second file.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, forgetSession } from '../../editor/src/api/jwt.ts';
import { uploadToBucket, type UploadOptions } from '../../editor/src/api/uploadToBucket.ts';

const { kept, sendToBucket } = vi.hoisted(() => ({
  kept: new Map<string, unknown>(),
  sendToBucket: vi.fn<(url: string, init: RequestInit) => Promise<Response>>(),
}));

vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: (key: string) => Promise.resolve(kept.get(key)),
  set: (key: string, value: unknown) => Promise.resolve(kept.set(key, value)),
  del: (key: string) => Promise.resolve(kept.delete(key)),
}));
vi.mock('../../editor/src/api/fetchWithProgress.ts', () => ({ fetchWithProgress: sendToBucket }));

const file = new File(['abcdefghij'], 'tour.mp4', { lastModified: 1 });
const options: UploadOptions = { requestLimit: 8, onProgress: () => undefined };

/** What the API and the bucket received. */
let requests: unknown[];
let isBroken: boolean;
let lostAnswers: number;

const partsOf = (...numbers: number[]) => ({
  ...{ key: 'sent/1', partSize: 4 },
  parts: numbers.map((partNumber) => ({ partNumber, url: `/part/${partNumber}` })),
});

const callApi = (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
  const data = JSON.parse(body) as object;
  if (url.includes('presign')) {
    requests.push('key' in data ? 'continue' : 'begin');
    return Promise.resolve(Response.json('key' in data ? partsOf(2, 3) : partsOf(1, 2, 3)));
  }
  requests.push([url, headers['idempotency-key'], data]);
  lostAnswers -= 1;
  return lostAnswers >= 0 ? Promise.reject(new TypeError('The network is gone')) : Promise.resolve(Response.json({}));
};

beforeEach(() => {
  [requests, isBroken, lostAnswers] = [[], false, 0];
  kept.clear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', vi.fn(callApi));
  vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => Promise<unknown>) => run() } });
  beginSession(`header.${btoa('{"id":1}')}.signature`);
  sendToBucket.mockImplementation(async (url, { body }) => {
    if (isBroken && url === '/part/2') throw new TypeError('The network is gone');
    requests.push(`${url}: ${await (body as Blob).text()}`);
    return new Response();
  });
});

afterEach(() => {
  forgetSession();
  vi.useRealTimers();
});

/** Uploads the file, with no real time between the attempts. */
const upload = async (more: Partial<UploadOptions> = {}): Promise<unknown> => {
  const result = uploadToBucket(file, { ...options, ...more }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return result;
};

const completion = ['/api/upload/complete', 'sent/1', { key: 'sent/1', fileInfo: { name: 'tour.mp4' } }];

it('continues with the parts that are missing', async () => {
  isBroken = true;
  expect(await upload()).toBeInstanceOf(TypeError);
  expect(requests).toEqual(['begin', '/part/1: abcd']);
  [requests, isBroken] = [[], false];
  expect(await upload()).toEqual({});
  expect(requests).toEqual(['continue', '/part/2: efgh', '/part/3: ij', completion]);
});

it('asks for the same record again if the answer is lost, and replaces the same file', async () => {
  lostAnswers = 1;
  expect(await upload({ replaces: 7 })).toEqual({});
  const replacement = ['/api/upload/complete?id=7', ...completion.slice(1)];
  expect(requests.slice(-2)).toEqual([replacement, replacement]);
});
