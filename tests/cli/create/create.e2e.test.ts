// `npm create lectern` from its package: the projects that it makes, its questions, and what it refuses.
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadSchema } from '../../../lib/schema/index.ts';
import { freshFolder } from '../../media/files.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { converse, makeFolder, npm, packCreate, readProject, run } from './packages.ts';
import { blogProject, writeFiles } from './strapiProject.ts';

const root = await freshFolder();
const { program, tarball } = await packCreate();
const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const strapi = await writeFiles(await makeFolder(root, 'strapi'), blogProject);

/** Runs the unpacked program. */
const create = (cwd: string, ...args: readonly string[]) => run(cwd, process.execPath, [program, ...args]);

/** Options of npm with which it can neither ask a registry nor find packages in its cache. */
const unreachable = (folder: string): readonly string[] =>
  ['registry=http://127.0.0.1:1/', 'fetch-retries=0', `cache=${join(folder, 'cache')}`].map((option) => `--${option}`);

describe.each([
  ['sample', ['--template', 'sample'], ['content-types/article.json', 'extensions/articles.ts', 'sample/content.json']],
  ['blank', ['--template', 'blank', '--no-aws'], ['content-types/post.json', 'extensions/posts.ts']],
  ['strapi', ['--from-strapi', strapi], ['content-types/user.json', 'extensions/example.ts']],
])('a project, %s', async (name, args, expected) => {
  const folder = await makeFolder(root, `from-${name}`);
  const options = ['my-site', '--no-install', ...args];
  // npm needs seconds, so only the first project comes from the tarball.
  const output =
    name === 'sample'
      ? await npm(folder, 'exec', '--yes', '--package', tarball, '--', 'create-lectern', ...options)
      : (await create(folder, ...options)).output;
  const files = await readProject(join(folder, 'my-site'));

  it('has its files', () => {
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([...expected, '.gitignore', '.env.example', 'Dockerfile']),
    );
    expect(files.has('serverless.yml')).toBe(!args.includes('--no-aws'));
  });

  it('has JSON and YAML that can be parsed', () => {
    const parsed = [...files].flatMap(([path, text]): unknown[] => {
      if (path.endsWith('.json')) return [JSON.parse(text)];
      return /\.ya?ml$/.test(path) ? [parse(text)] : [];
    });
    expect(parsed.length).toBeGreaterThanOrEqual(5);
    expect(parsed.every((value) => typeof value === 'object' && value !== null)).toBe(true);
  });

  it('depends on the version of lectern that create-lectern has', () => {
    expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
      ...{ name: 'my-site', dependencies: { lectern: `^${version}` } },
    });
  });

  // It asks no registry, so newer versions there change nothing.
  it.runIf(isLong || name === 'sample')('has a lock in which npm finds nothing to change', async () => {
    await npm(join(folder, 'my-site'), 'install', '--package-lock-only', '--ignore-scripts', ...unreachable(folder));
    const lock = await readFile(join(folder, 'my-site/package-lock.json'), 'utf8');
    expect(JSON.parse(lock)).toEqual(JSON.parse(files.get('package-lock.json') ?? ''));
  });

  it('has content types without faults', async () => {
    const { schema } = await loadSchema(join(folder, 'my-site/content-types'));
    expect(schema.served.size).toBeGreaterThan(0);
  });

  it('ends with the three commands to type next', () => {
    expect(
      output
        .trim()
        .split('\n')
        .slice(-3)
        .map((line) => line.trim()),
    ).toEqual([...['cd my-site', 'npm install', 'npm run dev']]);
  });
});

it('lists what of a Strapi project does not come along', async () => {
  const { output } = await create(await makeFolder(root, 'listed'), 'site', '--no-install', '--from-strapi', strapi);
  expect(output).toContain(`MOVING.md lists what of ${strapi} does not come along, or differs: 6 entries.`);
  const list = await readFile(join(root, 'listed/site/MOVING.md'), 'utf8');
  expect(list).toContain('- [ ] src/api/blog/content-types/post/lifecycles.js: is not run');
  expect(list).toContain('(node_modules/lectern/docs/from-strapi.md#lifecycles)');
});

describe('in a terminal', () => {
  it('asks what no argument says', async () => {
    const folder = await makeFolder(root, 'asks');
    const { code, output } = await converse(
      folder,
      program,
      ['--no-install'],
      [
        ['Which folder?', 'Bad Name\r'],
        // Ctrl-U clears the line.
        ['cannot be the name', '\x15good-name\r'],
        ['Which content types?', '\x1b[B\r'],
        ['Deploy to AWS?', 'n'],
      ],
    );
    expect({ code, end: output.slice(-400) }).toEqual({ code: 0, end: expect.stringContaining('cd good-name') });
    const files = await readProject(join(folder, 'good-name'));
    expect([...files.keys()]).toContain('content-types/post.json');
    expect([...files.keys()]).not.toContain('serverless.yml');
  });

  it('creates nothing after Ctrl-C', async () => {
    const folder = await makeFolder(root, 'cancelled');
    const { code, output } = await converse(folder, program, ['site'], [['Which content types?', '\x03']]);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('Cancelled: nothing was created.') });
    expect(await readdir(folder)).toEqual([]);
  });
});

it('refuses a folder with files, and creates nothing', async () => {
  const folder = await makeFolder(root, 'refused');
  await writeFiles(folder, { 'full/a.txt': 'text' });
  const { code, output } = await create(folder, 'full');
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('full is not empty: it has a.txt') });
  expect(await readdir(folder, { recursive: true })).toEqual(['full', 'full/a.txt']);
});

it('in a clone, checks the arguments before it installs the packages of the clone', async () => {
  const clone = await makeFolder(root, 'clone');
  await makeFolder(clone, 'lib');
  for (const path of ['bin', 'cli/create', 'package.json', 'package-lock.json'])
    await cp(path, join(clone, path), { recursive: true });
  const before = await readdir(clone);
  expect(await run(clone, process.execPath, ['bin/create.js', '../events'])).toMatchObject({
    ...{ code: 1, output: '"events" is a reserved name: choose a folder such as my-site.\n' },
  });
  expect(await readdir(clone)).toEqual(before);
});

it('keeps the complete project when npm cannot install its packages', async () => {
  const folder = await makeFolder(root, 'offline');
  const env = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0', npm_config_cache: folder };
  const { code, stdout, output } = await run(folder, process.execPath, [program, 'site', '--lectern', '9.9.9'], env);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('the project is complete') });
  expect(stdout).toContain('  npm install\n');
  expect([...(await readProject(join(folder, 'site'))).keys()]).toContain('package.json');
});

it('explains itself, and says its version', async () => {
  expect((await create(root, '--help')).output).toContain('npm create lectern@latest my-site');
  expect(await create(root, '--version')).toMatchObject({ code: 0, output: `${version}\n` });
});
