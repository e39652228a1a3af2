// `npm start` as in a container: already built, with production packages only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '../../setup/database.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';

const { uri } = freshDatabase();
const root = mkdtempSync(join(tmpdir(), 'lectern-test-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/** Paths such as `node_modules/qs`; packages nested in others come with them. */
const productionPackages = (): readonly string[] =>
  Object.entries((JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock).packages)
    .filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
    .map(([path]) => path)
    .filter((path) => path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0)
    .filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);

beforeAll(() => {
  for (const one of ['package.json', 'bin', 'content-types', 'dist/start.mjs', 'dist/start.mjs.map'])
    cpSync(one, join(root, one), { recursive: true });
  for (const path of productionPackages()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(resolve(path), join(root, path));
  }
}, 60_000);

/** Each file with its modification time. */
const files = (): readonly string[] =>
  ['.', 'bin', 'dist'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name} ${statSync(join(root, folder, name)).mtimeMs}`),
  );

it('npm start needs no development packages, and writes nothing', async () => {
  const before = files();
  expect(readdirSync(join(root, 'node_modules'))).not.toContain('typescript');
  const server = spawn(process.execPath, ['bin/start.js'], {
    cwd: root,
    env: {
      ...process.env,
      ...secretsEnvironment,
      MONGODB_URI: uri,
      HOST: '0.0.0.0',
      PORT: '0',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const ready = once(createInterface(server.stdout), 'line') as Promise<[string]>;
  const [firstLine] = await Promise.race([ready, ended.then(() => ['it ended'] as const)]);
  expect(firstLine).toContain('Lectern is ready at');
  const port = /^Lectern is ready at http:\/\/0\.0\.0\.0:(\d+)$/.exec(firstLine)?.[1];
  for (const path of ['_health', '_ready'])
    expect((await fetch(`http://127.0.0.1:${port ?? firstLine}/${path}`)).status).toBe(200);
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(files()).toEqual(before);
});
