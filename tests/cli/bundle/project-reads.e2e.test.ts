// Computed attributes and the filters of project code in bundled functions, and only in those of a site that has them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { buildFunctions } from '../../../bin/buildFunctions.js';
import { loadSchema } from '../../../lib/schema/index.ts';
import { createApi, toLambdaEvent } from '../../setup/api.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { addPublicRole } from '../../setup/accounts.ts';
import { buildBundles, processOf } from './bundled.ts';

const extension = `
  const topic = {
    computed: { loud: { type: 'string', from: ['name'], value: ({ name }) => name + '!' } },
    canRead: ({ caller }) => caller.kind === 'token' || { name: { $startsWith: 'A' } },
  };
  export const extensions = [{ file: 'extensions/topics.ts', definition: { types: { 'api::topic.topic': topic } } }];
`;

const modules = [
  'lib/read/execute/computed.ts',
  'lib/read/query/projectFilters.ts',
  'lib/platform/access/restrictCallers.ts',
];

const { schema } = await loadSchema('content-types');
const api = createApi(schema);
const functions = await buildBundles('content-types', ['find']);

const sizeIn = (metafile: typeof functions.metafile, module: string): number =>
  Math.max(0, ...Object.values(metafile.outputs).map(({ inputs }) => inputs[module]?.bytesInOutput ?? 0));

it('a bundled function computes, and hides what project code hides', async () => {
  const path = join(functions.folder, 'extensions.mjs');
  await writeFile(path, extension);
  const outdir = join(functions.folder, 'extended');
  const env = {
    CONTENT_TYPES: 'content-types',
    LECTERN_CONFIG: join(functions.folder, 'lectern.json'),
    LECTERN_EXTENSIONS: path,
  };
  const metafile = await buildFunctions({ env, names: ['find'], outdir });
  // Without project code only stubs are in the bundle.
  for (const module of modules) {
    expect(sizeIn(metafile, module), module).toBeGreaterThan(200);
    expect(sizeIn(functions.metafile, module), module).toBeLessThan(100);
  }

  const service = api.service();
  await addPublicRole(service, ['api::topic.topic.find']);
  for (const name of ['Art', 'Birds']) await api.post('/api/topics', { name, slug: name.toLowerCase() });
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await service.database.get()).databaseName}`;
  const { ask, stop } = processOf(
    { folder: outdir },
    {
      AWS_LAMBDA_FUNCTION_NAME: 'find',
      MONGODB_URI: uri.href,
      ...secretsEnvironment,
    },
  );
  const route = { routeKey: 'GET /api/{contentType}', pathParameters: { contentType: 'topics' } };
  try {
    const { body = '' } = await ask('find', toLambdaEvent('GET', '/api/topics?fields=loud', { headers: {} }, route));
    expect(JSON.parse(body)).toMatchObject({ data: [{ loud: 'Art!' }], meta: { pagination: { total: 1 } } });
  } finally {
    stop();
  }
});
