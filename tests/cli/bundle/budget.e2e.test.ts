// The size of the five content functions, and the packages that they must not contain.
import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildFunctions } from '../../../bin/buildFunctions.js';
import { toLambdaEvent } from '../../setup/api.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { inputsOf, processOf, sharedBundles } from './bundled.ts';

const names = ['find', 'findOne', 'create', 'update', 'delete'];
const mostBytes = 640_000;

/** Packages that only uploads, mail, or loading and compiling a schema need. */
const otherPackages = [
  ...[
    'sharp',
    '@img',
    'aws4',
    'file-type',
    'nodemailer',
    '@fastify/busboy',
    '@aws-sdk',
    '@smithy',
    'ajv',
    'meilisearch',
    // Beside the bundles: a function loads the stemmer of a locale when it needs it.
    '@orama/stemmers',
    'wink-porter2-stemmer',
  ],
  ...['whatwg-url/lib', 'tr46'],
].map((name) => `node_modules/${name}/`);

/** How the paths of modules begin that only these need. */
const otherModules = [
  'lib/media/',
  'lib/api/http/routes/table.',
  'lib/platform/mail/sendingTransport.',
  // The sample site has no hooks.
  ...['documents', 'increment', 'transactionOperations'].map((name) => `lib/write/operations/${name}.`),
  ...[
    'build',
    'check',
    'form',
    'normalizeDefinitions',
    'parseFiles',
    'readDefinition',
    'readFolder',
    'slowRegexFault',
  ].map((start) => `lib/schema/${start}`),
  ...['checkSettings', 'readSettings', 'settingsSchema'].map((name) => `lib/platform/config/${name}.`),
];

/** What reads a list with `search`. */
const searchModules = ['lib/search/indexing/', 'lib/search/mongodb/', 'lib/search/text/'];

const isOther = (path: string): boolean =>
  otherPackages.some((part) => path.includes(part)) || otherModules.some((start) => path.startsWith(start));

const functions = await sharedBundles('plain');

const pathsIn = (name: string, site = functions): readonly string[] => [...inputsOf(site, name).keys()];
const othersIn = (name: string): readonly string[] => pathsIn(name).filter(isOther);
const searchesIn = (inputs: readonly string[]): readonly string[] =>
  searchModules.filter((start) => inputs.some((path) => path.startsWith(start)));

it.each([...otherPackages, ...otherModules, ...searchModules])(
  '%s, which the bundles must not contain, exists',
  (start) => {
    const folder = start.slice(0, start.lastIndexOf('/'));
    expect(readdirSync(folder).some((name) => `${folder}/${name}`.startsWith(start))).toBe(true);
  },
);

describe.each(names)('the bundle of %s', (name) => {
  it(`has at most ${mostBytes} bytes`, async () => {
    const { size } = await stat(join(functions.folder, name, 'index.mjs'));
    expect(size).toBeLessThanOrEqual(mostBytes);
  });

  it('contains nothing for uploads, mail, the AWS SDK, the table of routes, or for loading and compiling a schema', () => {
    expect(othersIn(name)).toEqual([]);
    // The bundle of upload contains some of them, so the check above can fail.
    expect(othersIn('upload')).not.toEqual([]);
  });
});

it('only find contains the search, and only if some type has `options.search`', async () => {
  const withSearch = names.filter((name) => searchesIn(pathsIn(name)).length > 0);
  expect([withSearch, searchesIn(pathsIn('find'))]).toEqual([['find'], searchModules]);
  expect(searchesIn(pathsIn('find', await sharedBundles('museum')))).toEqual([]);
});

it('the code that signs file URLs is only in bundles whose configuration signs them', async () => {
  const signer = 'node_modules/aws4/aws4.js';
  if (isLong) expect(pathsIn('find', await sharedBundles('atlas'))).toContain(signer);
  expect(pathsIn('find')).not.toContain(signer);
});

it('content functions have neither the settings of logins, SCIM and GraphQL nor code that reads them, also with hooks', async () => {
  const extended = await sharedBundles('extended');
  expect(pathsIn('create', extended)).toContain('lib/accounts/administration/userWriter.ts');
  const withSettings = [functions, extended].map(({ folder }) =>
    [...names, 'upload'].filter((name) =>
      /introspection|passwordLogin|secondFactor|\.signIn\b|defaultRole|perAddress/.test(
        readFileSync(join(folder, name, 'index.mjs'), 'utf8'),
      ),
    ),
  );
  expect(withSettings).toEqual([['upload'], ['upload']]);
});

it('a function that cannot reach the database answers 503, and answers the next request too', async () => {
  const { ask, stop } = processOf(functions, {
    AWS_LAMBDA_FUNCTION_NAME: 'find',
    MONGODB_URI: 'mongodb://127.0.0.1:1/away?serverSelectionTimeoutMS=100',
    ...secretsEnvironment,
  });
  const route = { routeKey: 'GET /api/{contentType}', pathParameters: { contentType: 'articles' } };
  try {
    for (const attempt of [1, 2])
      expect([
        attempt,
        (await ask('find', toLambdaEvent('GET', '/api/articles', { headers: {} }, route))).statusCode,
      ]).toEqual([attempt, 503]);
  } finally {
    stop();
  }
});

it('content types with faults fail the build, with the messages of `lectern types check`', async () => {
  await expect(buildFunctions({ env: { CONTENT_TYPES: 'tests/cli/faulty' }, names: ['find'] })).rejects.toThrow(
    'article.json  attributes.title.type: there is no type "strng"; did you mean "string"?\narticle.json  attributes.form.enum',
  );
});
