// Bundles load the stemmer of a locale from a file beside them, also of a locale that was added after the build.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { loadSchema } from '../../../lib/schema/index.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createApi, toLambdaEvent } from '../../setup/api.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { indexSite } from '../../search/indexSite.ts';
import { outputOf, processOf, sharedBundles } from './bundled.ts';

const functions = await sharedBundles('plain');
const api = createApi((await loadSchema('content-types')).schema);

it('every stemmer that a bundle imports is beside it', async () => {
  for (const name of ['find', 'search']) {
    const imported = outputOf(functions, name).imports.map(({ path }) => path);
    const files = imported.filter((path) => path.startsWith('./stemmers/'));
    expect(files).toHaveLength(17);
    for (const file of files) await access(join(functions.folder, name, file));
  }
});

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
