// The container: the image where a container engine runs, else the steps of the Dockerfile on this machine.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freshDatabase } from '../setup/database.ts';
import { isLong } from '../setup/lengthOf.ts';
import { freePort } from '../setup/port.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { waitFor } from '../setup/waitFor.ts';

const maxImageBytes = 250_000_000;

/** What Docker reports for node:24-alpine, rounded up. */
const baseImageBytes = 175_000_000;

/** The instructions of the last stage of the Dockerfile, in order. */
const instructions = readFileSync('Dockerfile', 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1).trim() }));
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM') + 1);
const only = (name: string): readonly string[] => lastStage.filter((one) => one.name === name).map(({ rest }) => rest);

/** The command of an instruction that ends with a JSON list. */
const commandOf = (text = ''): readonly string[] => JSON.parse(text.slice(text.indexOf('['))) as readonly string[];

/** What the last stage copies from the build: paths in the application, without the folder of data. */
const copied = only('COPY')
  .flatMap((rest) => rest.split(' ').filter((part) => part.startsWith('/app/')))
  .map((path) => path.slice('/app/'.length))
  .filter((path) => path !== '.data');

/** The patterns that the build removes from node_modules. */
const removed = instructions
  .filter(({ name, rest }) => name === 'RUN' && rest.startsWith('rm -rf'))
  .flatMap(({ rest }) => rest.split(' ').slice(2))
  .map((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}(?:/|$)`));

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Those that `npm prune --omit=dev` keeps, such as `node_modules/qs`; packages nested in others come with them. */
const productionPackages = (): readonly string[] =>
  Object.entries((JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock).packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([path]) => path)
    .filter((path) => path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0)
    .filter((path) => existsSync(path) && !removed.some((pattern) => pattern.test(path)));

/** The build deletes these files. */
const isDeleted = (file: string): boolean => /\.(?:map|d\.[cm]?ts)$/.test(file);

const bytesIn = (path: string): number => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return isDeleted(path) && path.includes('node_modules') ? 0 : stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
};

/** Whether a container engine runs here. */
const hasEngine = (() => {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
})();

it('the image has the extensions, and what they were built into', () => {
  expect(copied).toEqual(expect.arrayContaining(['extensions', '.lectern']));
  expect(readFileSync('.dockerignore', 'utf8').split('\n')).toContain('!extensions');
  expect(instructions.map(({ rest }) => rest)).toContainEqual(expect.stringContaining('bin/lectern.js build'));
});

describe.skipIf(hasEngine)('the steps of the Dockerfile', () => {
  const { uri } = freshDatabase();
  const root = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const unprivileged = { uid: 1000, gid: 1000 };
  /** Root may write everywhere. Another user is used if it can read the packages here. */
  const isOther =
    process.getuid?.() === 0 && spawnSync('test', ['-r', 'node_modules/qs/package.json'], unprivileged).status === 0;
  const user = isOther ? unprivileged : {};

  beforeAll(() => {
    for (const path of copied.filter((one) => one !== 'node_modules'))
      if (existsSync(path)) cpSync(path, join(root, path), { recursive: true });
    for (const path of productionPackages()) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync(resolve(path), join(root, path));
    }
    mkdirSync(join(root, '.data/uploads'), { recursive: true });
    execFileSync('chmod', ['755', root]);
    if (isOther) for (const path of ['.data', '.data/uploads']) chownSync(join(root, path), 1000, 1000);
  });

  /** Each file outside of .data with its modification time. */
  const files = (): readonly string[] =>
    ['.', 'bin', 'dist'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name} ${statSync(join(root, folder, name)).mtimeMs}`),
    );

  it('have what the server runs, which listens outside of the container', () => {
    const needed = ['package.json', 'node_modules', 'bin', 'dist', 'content-types', 'migrations'];
    expect(copied).toEqual(expect.arrayContaining(needed));
    expect(only('ENV')).toContain('HOST=0.0.0.0');
  });

  it.runIf(isLong)('give a server that needs no development packages, and writes only to .data', async () => {
    const before = files();
    const names = readdirSync(join(root, 'node_modules'));
    expect(['typescript', 'esbuild', 'vitest'].filter((name) => names.includes(name))).toEqual([]);
    const port = String(await freePort());
    const env = {
      ...Object.fromEntries(only('ENV').map((rest) => rest.split('=') as [string, string])),
      ...secretsEnvironment,
      ...{ PATH: process.env.PATH, MONGODB_URI: uri, PORT: port },
    };
    const [program = '', ...args] = commandOf(only('CMD')[0]);
    expect(program).toBe('node');
    const server = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'], ...user });
    const ended = once(server, 'exit');
    let output = '';
    server.stdout.on('data', (text: Buffer) => (output += text.toString()));
    await waitFor(() => {
      expect(output).toContain(`Lectern is ready at http://0.0.0.0:${port}`);
    });
    const [, ...check] = commandOf(only('HEALTHCHECK')[0]);
    await promisify(execFile)(process.execPath, check, { env });
    expect((await fetch(`http://127.0.0.1:${port}/_ready`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/editor/`)).status).toBe(200);
    const create = ['bin/lectern.js', 'token', 'create', '--name', 'test', '--type', 'full-access'];
    const { stdout: token } = await promisify(execFile)(process.execPath, create, { cwd: root, env, ...user });
    const form = new FormData();
    form.append('files', new Blob(['text'], { type: 'text/plain' }), 'note.txt');
    const headers = { authorization: `Bearer ${token.trim()}` };
    const upload = await fetch(`http://127.0.0.1:${port}/api/upload`, { method: 'POST', body: form, headers });
    expect(upload.status).toBe(201);
    expect(readdirSync(join(root, '.data/uploads')).filter((name) => name.startsWith('note'))).toHaveLength(1);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(files()).toEqual(before);
    await expect(promisify(execFile)(process.execPath, check, { env })).rejects.toMatchObject({ code: 1 });
  });

  it('run as an unprivileged user', () => {
    expect(only('USER')).toEqual(['node']);
  });

  it('give an image below 250 MB', () => {
    const own = copied.filter((path) => path !== 'node_modules' && existsSync(path));
    const bytes = [...own, ...productionPackages()].reduce((sum, path) => sum + bytesIn(path), 0);
    console.log(`the application has ${Math.round(bytes / 1e6)} MB`);
    expect(bytes).toBeLessThan(maxImageBytes - baseImageBytes);
  });
});

describe.runIf(hasEngine)('compose.yaml', () => {
  const name = `lectern-test-${process.pid}`;
  const docker = async (...args: readonly string[]): Promise<string> =>
    (
      await promisify(execFile)('docker', args, {
        env: { ...process.env, ...secretsEnvironment, MONGODB_PASSWORD: 'secret0' },
      })
    ).stdout;
  const compose = (...args: readonly string[]): Promise<string> => docker('compose', '-p', name, ...args);
  afterAll(() => compose('down', '--volumes', '--rmi', 'local'), 120_000);

  it('starts Lectern with a replica set, from an image below 250 MB', { timeout: 600_000 }, async () => {
    await compose('up', '--build', '--wait', '--wait-timeout', '300');
    const [port] = (await compose('port', 'lectern', '3000')).trim().split(':').slice(-1);
    expect((await fetch(`http://127.0.0.1:${port ?? ''}/_ready`)).status).toBe(200);
    const [size] = (await docker('image', 'inspect', '-f', '{{.Size}}', `${name}-lectern`)).trim().split('\n');
    expect(Number(size)).toBeLessThan(maxImageBytes);
    expect((await compose('exec', 'lectern', 'id', '-u')).trim()).not.toBe('0');
  });
});

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly driver: string };
}

describe.each([
  ['compose.yaml', 'lectern'],
  ['cli/create/template/common/compose.yaml', 'site'],
])('%s', (path, name) => {
  const { services } = parse(readFileSync(path, 'utf8')) as { services: Readonly<Record<string, ComposeService>> };
  const { [name]: site, mongodb } = services;
  const [user = '', set = ''] =
    /^mongodb:\/\/(\w+):\$\{MONGODB_PASSWORD:\?[^}]+\}@mongodb\/\w+\?replicaSet=(\w+)&authSource=admin$/
      .exec(site?.environment.MONGODB_URI ?? '')
      ?.slice(1) ?? [];

  it('makes the replica set that the server connects to, and keeps uploads', () => {
    expect(mongodb?.command[0]).toContain(`--replSet ${set} `);
    expect(mongodb?.healthcheck.test[4]).toContain(`rs.initiate({ _id: '${set}'`);
    expect(site?.volumes).toEqual(['uploads:/app/.data']);
  });

  it('has a MongoDB that asks for a password', () => {
    expect(mongodb?.command[0]).toContain('--keyFile ');
    expect(mongodb?.environment).toHaveProperty('MONGODB_PASSWORD');
    expect(mongodb?.healthcheck.test[4]).toContain(`{ user: '${user}', pwd: process.env.MONGODB_PASSWORD }`);
  });

  it('is reached by this machine only, and limits what it takes', () => {
    expect(Object.values(services).flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:3000:3000']);
    for (const { mem_limit: memory, pids_limit: processes, logging } of Object.values(services))
      expect([memory, processes, logging?.driver]).toEqual([
        expect.stringMatching(/^\d+g$/),
        expect.any(Number),
        'local',
      ]);
  });
});
