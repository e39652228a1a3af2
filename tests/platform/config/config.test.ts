// The configuration file: what it may contain, and the messages about its faults.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig, readConfig } from '../../../lib/platform/config/index.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-config-'));
  file = join(folder, 'site.json');
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (text: string): ReturnType<typeof readConfig> => {
  await writeFile(file, text);
  return readConfig({ LECTERN_CONFIG: file });
};

const faults = async (text: string): Promise<readonly string[]> => {
  const error: unknown = await read(text).catch((thrown: unknown) => thrown);
  return error instanceof Error
    ? error.message.replaceAll(file, 'site.json').replaceAll('site.json  ', '').split('\n')
    : [];
};

describe('the configuration', () => {
  test('consists of defaults without a file', async () => {
    expect(await readConfig({})).toEqual(defaultConfig);
    expect(await readConfig({ LECTERN_DEVELOPMENT: 'true' })).toEqual({
      ...defaultConfig,
      upload: { ...defaultConfig.upload, allowPrivate: true },
      webhooks: { allowPrivate: true },
    });
    expect(defaultConfig.api.rest).toEqual({
      defaultLimit: 25,
      maxLimit: 100,
      withCount: true,
      maxResponseBytes: 5_000_000,
      maxBodyBytes: 1_048_576,
      maxDepth: 10,
      maxPopulated: 200,
      maxReadCost: 10_000,
      maxPublicReadCost: 4_000,
      componentIds: false,
      defaultOrder: 'createdAt',
      deepPopulate: 0,
    });
  });

  test('fills in the defaults for a named type', async () => {
    const { cache } = await read('{"cache": {"types": {"api::a.a": {"sharedMaxAge": 60}}}}');
    expect(cache.types).toEqual({ 'api::a.a': { maxAge: 0, sharedMaxAge: 60, staleWhileRevalidate: 0 } });
  });

  test('takes values from the file, and defaults for the rest', async () => {
    const { rest } = defaultConfig.api;
    expect((await read('{"api": {"rest": {"maxLimit": 5, "withCount": false}}}')).api).toEqual({
      rest: { ...rest, maxLimit: 5, withCount: false },
    });
    expect(await read('{}')).toEqual(defaultConfig);
    expect(defaultConfig.api.rest).toEqual(rest);
  });

  test('takes the look of the editor', async () => {
    const look = { logo: 'logo.svg', color: '#0B6e4f', links: [{ label: 'Guide', url: '/guide' }] };
    expect((await read(JSON.stringify({ editor: look }))).editor).toEqual({ ...defaultConfig.editor, ...look });
    expect((await read('{"editor": {"logo": "/uploads/logo.png"}}')).editor.logo).toBe('/uploads/logo.png');
  });

  test.each<[text: string, faults: readonly string[]]>([
    ['{"editor": {"color": "green"}}', ['editor.color: write a color, such as "#0b6e4f", not "green"']],
    [
      '{"editor": {"logo": "//example.org/a.png"}}',
      [
        'editor.logo: write the name of a picture in extensions/editor, such as "logo.svg", or a path that begins with /, not "//example.org/a.png"',
      ],
    ],
    [
      '{"editor": {"links": [{"label": "Run", "url": "javascript:run()"}]}}',
      ['editor.links.0.url: write an address, or a path that begins with /, not "javascript:run()"'],
    ],
    ['{"api": {"rest": {"maxLimt": 5}}}', ['api.rest.maxLimt: is not known; did you mean "maxLimit"?']],
    [
      '{"rest": {}}',
      [
        'rest: is not known; there is api, docs, http, deploy, cache, auth, signIn, scim, upload, trash, webhooks, events, search, history, agents, graphql, audit, preview, links, editor, mail',
      ],
    ],
    ['{"api": {"graphql": {}}}', ['api.graphql: is not known; there is rest']],
    ['{"api": {"__proto__": {}}}', ['api.__proto__: is not known; there is rest']],
    [
      '{"api": {"rest": {"maxDepth": 11, "withCount": "no", "maxBodyBytes": 0.5}}}',
      [
        'api.rest.withCount: write true or false, not "no"',
        'api.rest.maxBodyBytes: write a whole number from 1024 to 16777216, not 0.5',
        'api.rest.maxDepth: write a whole number from 1 to 10, not 11',
      ],
    ],
    [
      '{"http": {"cors": {"origins": ["https://a.example/", "*"], "headers": ["X Mine"]}}}',
      [
        'http.cors.origins.0: write "*" or an origin as browsers send it, like "https://www.example.org", not "https://a.example/"',
        'http.cors.headers.0: write the name of a header, not "X Mine"',
      ],
    ],
    ['{"http": {"cors": {"origins": "*"}}}', ['http.cors.origins: write a list, not "*"']],
    [
      '{"auth": {"resetPasswordUrl": "example.org", "registerFields": "city"}, "mail": {"transport": "post"}}',
      [
        'auth.registerFields: write a list, not "city"',
        'auth.resetPasswordUrl: write an address, such as "https://example.org/page", not "example.org"',
        'mail.transport: write one of log, smtp, ses, not "post"',
      ],
    ],
    [
      '{"preview": {"url": "https://example.org/{documentId}", "maxSeconds": 604801}}',
      [
        'preview.url: write an address with {token} in it, and perhaps {type}, {plural}, {documentId}, {locale}, {status}, not "https://example.org/{documentId}"',
        'preview.maxSeconds: write a whole number from 1 to 604800, not 604801',
      ],
    ],
    [
      '{"cache": {"types": {"api::a.a": {"maxAge": -1, "max": 1}, "api::b.b": 60}}}',
      [
        'cache.types.api::a.a.max: is not known; there is maxAge, sharedMaxAge, staleWhileRevalidate',
        'cache.types.api::a.a.maxAge: write a whole number from 0 to 31536000, not -1',
        'cache.types.api::b.b: write an object, not 60',
      ],
    ],
    ['{"api": null}', ['api: write an object, not null']],
    ['[]', ['site.json: write an object, not []']],
    [
      '{"api": {"rest": {"maxLimit": 5,}}}',
      ['site.json: is not JSON: line 1, column 33: expected a name in double quotes'],
    ],
  ])('is refused: %s', async (text, expected) => {
    expect(await faults(text)).toEqual(expected);
  });

  test('must exist if LECTERN_CONFIG names it', async () => {
    await expect(readConfig({ LECTERN_CONFIG: join(folder, 'nowhere.json') })).rejects.toThrow(
      'nowhere.json: there is no such file; make it, or name another one in LECTERN_CONFIG',
    );
  });

  test('must be a file, not a folder', async () => {
    await expect(readConfig({ LECTERN_CONFIG: folder })).rejects.toThrow(
      `${folder}: is a folder; name the file in LECTERN_CONFIG, such as ${join(folder, 'lectern.json')}`,
    );
  });
});
