// What each cache gets to purge keys, and what happens when it does not accept them.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cloudFrontPurger } from '../../../lib/events/purge/cloudFront.ts';
import { fastlyPurger, httpPurger, varnishPurger } from '../../../lib/events/purge/httpPurgers.ts';
import type { Purger } from '../../../lib/events/purge/purger.ts';
import { purgerOf } from '../../../lib/events/purge/purgerOf.ts';
import { defaultConfig, type Config } from '../../../lib/platform/config/index.ts';
import { secrets } from '../../setup/secrets.ts';
import { accept, answerWith, hang, hangUp, startStandIn } from '../../setup/httpStandIn.ts';

const [cache, second] = [await startStandIn(), await startStandIn()];
const environment = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_ENDPOINT_URL: cache.url };
Object.assign(process.env, environment);

const keys = ['api::article.article', 'a1'];
const purge = ({ purge: send }: Purger, some: readonly string[] = keys, ms = 5_000): Promise<number> =>
  send(some, AbortSignal.timeout(ms));

beforeEach(() => {
  for (const one of [cache, second]) {
    one.requests.length = 0;
    one.answer = accept;
  }
});

describe('Fastly', () => {
  const fastly = fastlyPurger('service1', 'the key', cache.url);

  it('gets the keys of a service, with its key', async () => {
    expect([await purge(fastly), fastly.maxKeys]).toEqual([0, 256]);
    const [request] = cache.requests;
    expect([request?.method, request?.path]).toEqual(['POST', '/service/service1/purge']);
    expect(request?.headers['fastly-key']).toBe('the key');
    expect(JSON.parse(request?.text ?? '')).toEqual({ surrogate_keys: keys });
  });

  it('gets its key from no redirect', async () => {
    cache.answer = (response) => response.writeHead(307, { Location: second.url }).end();
    await expect(purge(fastly)).rejects.toThrow(`${new URL(cache.url).host} answered 307`);
    expect(second.requests).toEqual([]);
  });
});

describe('Varnish', () => {
  const varnish = varnishPurger([`${cache.url}/`, `${second.url}/`], undefined);

  it('gets the keys in a header, on each server', async () => {
    await purge(varnish);
    for (const { requests } of [cache, second]) {
      expect(requests.map(({ method, path, headers }) => [method, path, headers['xkey-purge']])).toEqual([
        ['PURGE', '/', 'api::article.article a1'],
      ]);
      expect(requests[0]?.headers.authorization).toBeUndefined();
    }
  });

  it('has not purged if one of its servers has not', async () => {
    cache.answer = answerWith(503);
    await expect(purge(varnish)).rejects.toThrow('answered 503');
    expect(second.requests).toHaveLength(1);
  });

  it('is named if it does not answer', async () => {
    cache.answer = hangUp;
    await expect(purge(varnish)).rejects.toThrow(/^127\.0\.0\.1:\d+ did not answer: other side closed$/);
  });

  it('accepts as many long keys as a request has', async () => {
    const long = Array.from({ length: varnish.maxKeys }, (_, index) => `api::${'n'.repeat(60)}.${index}`);
    await purge(varnish, long);
    expect(cache.requests[0]?.headers['xkey-purge']).toBe(long.join(' '));
    expect(long.join(' ').length).toBeLessThan(8_000);
  });
});

it('another cache gets the keys as JSON, with its key', async () => {
  await purge(httpPurger([`${cache.url}/purge`], 'the key'));
  const [request] = cache.requests;
  expect([request?.method, request?.path, request?.headers.authorization]).toEqual([
    ...['POST', '/purge', 'Bearer the key'],
  ]);
  expect(JSON.parse(request?.text ?? '')).toEqual({ keys });
});

/** The error as CloudFront answers it. */
const throttled =
  '<ErrorResponse xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Error><Type>Sender</Type>' +
  '<Code>TooManyInvalidationsInProgress</Code><Message>Too many.</Message></Error></ErrorResponse>';
const items = (): readonly (string | undefined)[] =>
  [...(cache.requests[0]?.text ?? '').matchAll(/<Path>(.*?)<\/Path>/g)].map(([, item]) => item);

describe('CloudFront', () => {
  const byTags = cloudFrontPurger('E2QWRUHAPOMQZL', []);
  beforeEach(() => {
    cache.answer = answerWith(201, '<Invalidation><Id>I1</Id></Invalidation>');
  });

  it('invalidates tags', async () => {
    expect(await purge(byTags)).toBe(2);
    const [request] = cache.requests;
    expect([request?.method, request?.path]).toEqual(['POST', '/2020-05-31/distribution/E2QWRUHAPOMQZL/invalidation']);
    expect(request?.text).toContain('<Quantity>2</Quantity>');
    expect(items()).toEqual(['#api::article.article', '#a1']);
    expect(request?.headers.authorization).toMatch(/Credential=test\/\d+\/us-east-1\/cloudfront\//);
  });

  it('has another reference in each request, so that none is taken for a repetition', async () => {
    await purge(byTags);
    await purge(byTags);
    const references = cache.requests.map(({ text }) => /<CallerReference>(.*?)</.exec(text)?.[1]);
    expect(new Set(references).size).toBe(2);
  });

  it('invalidates everything for the price of one path if there are many tags within a minute', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const limited = cloudFrontPurger('E2QWRUHAPOMQZL', []);
    const some = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);
    expect(await purge(limited, some(251))).toBe(1);
    expect(items()).toEqual(['/api/*']);
    now += 60_000;
    // An import of 50 documents a second.
    const paths: number[] = [];
    for (let second = 0; second < 8; second += 1, now += 1_000) paths.push(await purge(limited, some(50)));
    expect(paths).toEqual([50, 50, 50, 50, 50, 1, 1, 1]);
    now += 60_000;
    cache.answer = answerWith(400, throttled);
    for (let i = 0; i < 6; i += 1) await expect(purge(limited, some(50))).rejects.toThrow();
    cache.answer = answerWith(201, '<Invalidation><Id>I1</Id></Invalidation>');
    expect(await purge(limited, some(50))).toBe(50);
  });

  it('invalidates the paths of the configuration where it has no tags', async () => {
    expect(await purge(cloudFrontPurger('E2QWRUHAPOMQZL', ['/api/articles*', '/api/home*']))).toBe(2);
    expect(items()).toEqual(['/api/articles*', '/api/home*']);
  });

  it('gets one request if it has too many invalidations in progress: the relay tries again', async () => {
    cache.answer = answerWith(400, throttled);
    await expect(purge(byTags)).rejects.toMatchObject({ name: 'TooManyInvalidationsInProgress' });
    expect(cache.requests).toHaveLength(1);
  });
});

it.each([
  ['Fastly', fastlyPurger('s', 'k', cache.url)],
  ['Varnish', varnishPurger([cache.url], undefined)],
  ['another cache', httpPurger([cache.url], undefined)],
  ['CloudFront', cloudFrontPurger('E1', [])],
] as const)('an answer other than 2xx, and none in time, is a failure: %s', async (_, purger) => {
  for (const status of [404, 429, 500]) {
    cache.answer = answerWith(status);
    await expect(purge(purger)).rejects.toThrow();
  }
  cache.answer = hang;
  await expect(purge(purger, keys, 200)).rejects.toThrow();
  cache.answer = hangUp;
  await expect(purge(purger)).rejects.toThrow();
});

describe('the purger of a configuration', () => {
  const purgerWith = (purging: Partial<Config['cache']['purge']>, key?: string, env: NodeJS.ProcessEnv = {}) => {
    const { cache: settings } = defaultConfig;
    const config = { ...defaultConfig, cache: { ...settings, purge: { ...settings.purge, ...purging } } };
    return purgerOf({ config, secrets: { ...secrets, purge: key } }, env);
  };

  it('is that of the provider', () => {
    const urls = ['http://127.0.0.1/'];
    const made = [
      purgerWith({}),
      purgerWith({ provider: 'cloudfront', distribution: 'E1' }),
      purgerWith({ provider: 'cloudfront' }, undefined, { LECTERN_DISTRIBUTION: 'E2' }),
      purgerWith({ provider: 'fastly', service: 's' }, 'k'),
      purgerWith({ provider: 'varnish', urls }),
      purgerWith({ provider: 'http', urls }),
    ];
    expect(made.map((one) => one?.maxKeys)).toEqual([undefined, 50_000, 50_000, 256, 100, 1_000]);
  });

  it('is missing, with a warning, if the distribution or the key of Fastly is', () => {
    const warn = vi.spyOn(console, 'error').mockReturnValue(undefined);
    expect([purgerWith({ provider: 'cloudfront' }), purgerWith({ provider: 'fastly', service: 's' })]).toEqual([
      ...[undefined, undefined],
    ]);
    expect(warn.mock.calls.map(([line]) => (JSON.parse(String(line)) as { message: string }).message)).toEqual([
      'caches are not purged: cache.purge.distribution is not set',
      'caches are not purged: LECTERN_PURGE_KEY is not set',
    ]);
  });
});
