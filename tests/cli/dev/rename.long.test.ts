// A developer renames an attribute while `lectern dev` runs.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRestart } from '../../../cli/dev/restart.ts';
import { startServer } from '../../../cli/dev/server.ts';
import { freshFolder } from '../../media/files.ts';
import { freshDatabase } from '../../setup/database.ts';
import { freePort } from '../../setup/port.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { waitFor } from '../../setup/waitFor.ts';
import { lectern } from '../inProcess.ts';
import { typeFile } from '../../setup/schema.ts';

const root = await freshFolder();
const { uri } = freshDatabase();
const port = await freePort();
const env = {
  ...{ PATH: process.env.PATH ?? '', ...secretsEnvironment, PORT: String(port), CONTENT_TYPES: root },
  LECTERN_CONFIG: join(root, 'site.config'),
};
const stops: (() => Promise<void>)[] = [];
const restart = createRestart(
  {
    root,
    env,
    watched: [],
    build: (built) => Promise.resolve(built),
    start: (built) => startServer('bin/start.js', built),
  },
  { uri, isEmbedded: false },
  { add: (stop) => void stops.push(stop), hasBegun: () => false, end: () => Promise.resolve() },
);
afterAll(() => Promise.all(stops.map((stop) => stop())));

const writeType = (name: string, attributes: object): Promise<void> =>
  writeFile(join(root, `${name}.json`), typeFile(name, attributes));
const string = { type: 'string' };
const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as { data: unknown; error?: { message: string } } };
};
let token = '';

beforeAll(async () => {
  await mkdir(join(root, '.data'));
  await writeType('article', { title: string });
  await writeType('tag', {
    ...{ name: string, article: { type: 'relation', relation: 'manyToOne', target: 'api::article.article' } },
  });
  await writeFile(join(root, 'site.config'), '{ "editor": { "enabled": false } }');
  await writeFile(join(root, 'content'), JSON.stringify({ articles: [{ title: 'Spring' }], tags: [{ name: 'one' }] }));
  await writeFile(join(root, 'tags'), JSON.stringify({ tags: [{ name: 'two' }] }));
  const cliEnv = { ...env, MONGODB_URI: uri };
  await lectern(['seed', join(root, 'content')], cliEnv);
  token = (await lectern(['token', 'create', '--name', 'test', '--type', 'full-access'], cliEnv)).stdout.trim();
  await restart();
});

it('gets 503 for the type alone, and its values under the new name after a migration from elsewhere', async () => {
  expect(await get('/api/articles')).toMatchObject({ status: 200, body: { data: [{ title: 'Spring' }] } });
  await writeType('article', { headline: string });
  await restart();
  const { status, body } = await get('/api/articles');
  expect([status, body.error?.message]).toEqual([503, expect.stringContaining('--rename article.title=headline`')]);
  expect(await get('/api/tags')).toMatchObject({ status: 200, body: { data: [{ name: 'one' }] } });
  for (const path of ['/api/tags?populate=*', '/api/tags?filters[article][headline]=x', '/api/articles/x'])
    expect([path, (await get(path)).status]).toEqual([path, 503]);
  // They would record the new content types.
  for (const command of [
    ['seed', join(root, 'tags')],
    ['indexes', 'apply'],
  ]) {
    const { code, stderr } = await lectern(command, { ...env, MONGODB_URI: uri });
    expect([code, stderr]).toEqual([1, expect.stringContaining('--save --rename article.title=headline')]);
  }
  expect((await get('/api/articles')).status).toBe(503);
  const args = ['types', 'migrate', '--yes', '--rename', 'article.title=headline'];
  expect(await lectern(args, { ...env, MONGODB_URI: uri })).toMatchObject({ code: 0 });
  await waitFor(async () => {
    expect(await get('/api/articles')).toMatchObject({ status: 200, body: { data: [{ headline: 'Spring' }] } });
  });
});
