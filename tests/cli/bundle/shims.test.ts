// The shims that bundles have in place of parts of packages behave like the originals.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import normalizer from '@middy/http-header-normalizer';
import saslprep from '@mongodb-js/saslprep';
import { expect, it } from 'vitest';
import { shimmedVersions, shims, uncalled } from '../../../bin/shims.js';

it('every password that SASLprep accepts becomes the same', () => {
  const shimmed: { saslprep?: (text: string) => string } = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the shim is a CommonJS module in a string
  new Function('exports', shims['node_modules/@mongodb-js/saslprep/dist/node.js'] ?? '')(shimmed);
  const accepted: string[] = [];
  // Beyond are ideographs, of which two have other forms, and what SASLprep refuses.
  for (let point = 0; point < 0x2_00_00; point++) {
    const character = String.fromCodePoint(point);
    try {
      const expected = saslprep(`${character}x`);
      if (shimmed.saslprep?.(`${character}x`) !== expected) expect.fail(`U+${point.toString(16)}`);
      accepted.push(character);
    } catch {
      // SASLprep refuses the character, or a text from right to left that ends with `x`.
    }
  }
  expect(accepted.length).toBeGreaterThan(50_000);
  expect(saslprep('\u2168\u00ad')).toBe('IX');
});

it('names of headers are in lower case', async () => {
  const shim = shims['node_modules/@middy/http-header-normalizer/index.js'] ?? '';
  const { default: shimmed } = (await import(`data:text/javascript,${encodeURIComponent(shim)}`)) as {
    readonly default: typeof normalizer;
  };
  for (const headers of [{ 'X-Request-ID': '1', etag: 'a' }, {}, undefined]) {
    const events = [normalizer(), shimmed()].map(async ({ before }) => {
      const request = { event: { headers } };
      await before?.(request as unknown as Parameters<NonNullable<typeof before>>[0]);
      return request.event;
    });
    const [expected, event] = await Promise.all(events);
    expect(event).toEqual(expected);
  }
});

const driverShim = (): Readonly<Record<string, unknown>> => {
  const exports: Record<string, unknown> = {};
  const require = createRequire(createRequire(import.meta.url).resolve('mongodb'));
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the shim is a CommonJS module in a string
  new Function('exports', 'require', shims['node_modules/mongodb/lib/index.js'] ?? '')(exports, require);
  return exports;
};

it("the shim of the driver's index exports everything that functions import from it", async () => {
  const usedNames = new Set<string>();
  for (const folder of ['lib', 'functions'])
    for (const file of await readdir(folder, { recursive: true })) {
      const text = file.endsWith('.ts') ? await readFile(join(folder, file), 'utf8') : '';
      for (const [, names = ''] of text.matchAll(/^import \{([^}]*)\} from 'mongodb';$/gm))
        for (const name of names.split(',').map((one) => one.trim())) {
          if (name !== '' && !name.startsWith('type ')) usedNames.add(name);
        }
    }
  const exports = driverShim();
  expect([...usedNames]).toContain('Long');
  expect([...usedNames].filter((name) => exports[name] === undefined)).toEqual([]);
});

it("the shim of the driver's index exports everything that the driver imports from it", async () => {
  const require = createRequire(import.meta.url);
  const index = require.resolve('mongodb');
  const usedNames = new Set<string>();
  for (const file of await readdir(dirname(index), { recursive: true })) {
    const text =
      file.endsWith('.js') && join(dirname(index), file) !== index
        ? await readFile(join(dirname(index), file), 'utf8')
        : '';
    for (const [, variable = '', path = ''] of text.matchAll(/^const (\w+) = require\("(\.[^"]*)"\);$/gm))
      if (['lib', 'lib/index'].includes(normalize(join('lib', dirname(file), path)).replace(/\/$/, '')))
        for (const [, name = ''] of text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))) usedNames.add(name);
  }
  const exports = driverShim();
  expect([...usedNames]).toContain('TopologyType');
  expect([...usedNames].filter((name) => exports[name] === undefined)).toEqual([]);
});

it('nothing calls more of qs than its parser, which is all that bundles have', async () => {
  const calls = new Set<string>();
  for (const file of await readdir('lib', { recursive: true })) {
    const text = file.endsWith('.ts') ? await readFile(join('lib', file), 'utf8') : '';
    for (const [, name = ''] of text.matchAll(/\bqs\.(\w+)\(/g)) calls.add(name);
  }
  expect([...calls]).toEqual(['parse']);
});

it('replace parts of the versions that are installed', async () => {
  const versions: Record<string, unknown> = {};
  for (const name of Object.keys(shimmedVersions)) {
    const text = await readFile(new URL(`../../../node_modules/${name}/package.json`, import.meta.url), 'utf8');
    versions[name] = (JSON.parse(text) as { readonly version: string }).version;
  }
  // After an upgrade: read what changed in the files that bin/shims.js replaces, then note the new version there.
  expect(versions).toEqual(shimmedVersions);
  const packages = Object.keys(shims).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path);
  expect(new Set(Object.keys(shimmedVersions))).toEqual(new Set(packages));
});

const filesWith = async (folder: string, pattern: RegExp): Promise<readonly string[]> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.[jt]s$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return files.filter((_, index) => pattern.test(texts[index] ?? '')).sort();
};

const driver = dirname(createRequire(import.meta.url).resolve('mongodb'));

it('nothing calls bulkWrite of a client, and only that needs its executor', async () => {
  expect(await filesWith(driver, /require\(".*client_bulk_write\/executor"\)/)).toEqual(['mongo_client.js']);
  const onClient = /\bclient(?:\(\)\))?\.bulkWrite\(/;
  expect(onClient.test('(await database.client()).bulkWrite(')).toBe(true);
  expect([...(await filesWith('lib', onClient)), ...(await filesWith('functions', onClient))]).toEqual([]);
});

it('nothing in the functions watches the database, and only that needs change streams', async () => {
  const users = await filesWith(driver, /require\(".*\/change_stream"\)/);
  expect(users).toEqual(['collection.js', 'cursor/change_stream_cursor.js', 'db.js', 'index.js', 'mongo_client.js']);
  const watches = /\.watch\(/;
  expect("db.collection('articles').watch()").toMatch(watches);
  expect([...(await filesWith('lib', watches)), ...(await filesWith('functions', watches))]).toEqual([]);
});

it('nothing in the functions reads a cursor of a command, and only that needs its class', async () => {
  expect(await filesWith(driver, /require\(".*\/run_command_cursor"\)/)).toEqual(['db.js']);
  const reads = /\.runCursorCommand\(/;
  expect("db.runCursorCommand({ find: 'articles' })").toMatch(reads);
  expect([...(await filesWith('lib', reads)), ...(await filesWith('functions', reads))]).toEqual([]);
});

it.each(Object.entries(uncalled))(
  'nothing in the functions calls what needs %s',
  async (path, { classes, methods }) => {
    const original = await readFile(join(driver, `${path}.js`), 'utf8');
    for (const name of classes) expect(original, name).toMatch(new RegExp(`^exports\\.${name} =`, 'm'));
    const calls = new RegExp(`\\.(?:${methods.join('|')})\\(`);
    expect(`collection.${methods[0]}()`).toMatch(calls);
    expect([...(await filesWith('lib', calls)), ...(await filesWith('functions', calls))]).toEqual([]);
  },
);
