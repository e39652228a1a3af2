// Bundles load packages from files beside them: the stemmer of a locale, also of one that was added after the build.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, it, onTestFinished } from 'vitest';
import { loadSchema } from '../../../lib/schema/index.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createApi, toLambdaEvent } from '../../setup/api.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { indexSite } from '../../search/indexSite.ts';
import { processOf, sharedBundles } from './bundled.ts';

const functions = await sharedBundles('plain');
const aws = ['aws-sdk-client-s3', 'aws-sdk-client-sesv2'];

/** The packages beside a bundle, other than those of JWTs, which all have, and stemmers. */
const packages = {
  auth: [
    ...[
      'aws-sdk-client-sesv2',
      'bcryptjs',
      'jose',
      'jose-jwe-compact-decrypt',
      'jose-jwe-compact-encrypt',
      'nodemailer',
    ],
    ...['simplewebauthn-server', 'simplewebauthn-server-helpers'],
  ],
  ...{ create: [], find: [], general: [], relay: [...aws, 'nodemailer'], search: [] },
  upload: ['aws-sdk-client-s3', 'fastify-busboy', 'file-type'],
};
const searching = ['find', 'general', 'relay', 'search'];
const api = createApi((await loadSchema('content-types')).schema);

it.each(Object.entries(packages))(
  'the packages that the bundle of %s imports are beside it, and load',
  async (name, others) => {
    const folder = join(functions.folder, name);
    const bundle = await readFile(join(folder, 'index.mjs'), 'utf8');
    const paths = [...new Set([...bundle.matchAll(/import\("(\.\/[^"]+)"\)/g)].map(([, path = '']) => path))];
    for (const path of paths)
      expect(Object.keys((await import(pathToFileURL(join(folder, path)).href)) as object), path).not.toEqual([]);
    const found = paths.map((path) => basename(path, '.mjs'));
    const stemmers = found.filter((file) => /^(?:orama-stemmers|wink-porter2-stemmer)/.test(file));
    expect(stemmers).toHaveLength(searching.includes(name) ? 17 : 0);
    expect(found.filter((file) => !stemmers.includes(file) && !file.startsWith('jose-jwt-')).sort()).toEqual(others);
  },
);

it('functions find words by their stems, in a locale that is new', async () => {
  const service = api.service();
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  const data = { slug: 'x', summary: 'x' };
  await api.create('/api/articles', { ...data, title: 'Houses of paper' });
  await api.create('/api/articles?locale=fr', { ...data, title: 'Les musées' });
  await indexSite(service);
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await service.database.get()).databaseName}`;
  const { ask, stop } = processOf(functions, {
    ...{ AWS_LAMBDA_FUNCTION_NAME: 'test', MONGODB_URI: uri.href },
    ...secretsEnvironment,
  });
  onTestFinished(stop);
  const { accessKey } = await createToken(service, { name: 'bundled', type: 'full-access' });
  const headers = { authorization: `Bearer ${accessKey}` };
  const titles = async (name: string, url: string, route: Parameters<typeof toLambdaEvent>[3]) => {
    const { statusCode, body = '' } = await ask(name, toLambdaEvent('GET', url, { headers }, route));
    const { data: found } = JSON.parse(body) as { readonly data: readonly { readonly title: string }[] };
    return [statusCode, ...found.map(({ title }) => title)];
  };
  const search = (query: string) =>
    titles('search', `/api/search?${query}`, { routeKey: 'GET /api/search', pathParameters: {} });
  const list = (query: string) =>
    titles('find', `/api/articles?${query}`, {
      ...{ routeKey: 'GET /api/{contentType}', pathParameters: { contentType: 'articles' } },
    });
  // The space ends the word, which otherwise may be a beginning.
  expect(await search('q=house%20')).toEqual([200, 'Houses of paper']);
  expect(await search('q=musee%20&locale=fr')).toEqual([200, 'Les musées']);
  expect(await list('search=housing%20')).toEqual([200, 'Houses of paper']);
  expect(await list('search=musee%20&locale=fr')).toEqual([200, 'Les musées']);
});
