// The files of a project, from the templates in the repository. The sample site is added when the package is built.
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildSchema } from '../../../lib/schema/index.ts';
import { ownLock } from '../packages/ownLock.ts';
import { projectFiles, type ProjectOptions } from '../../../cli/create/projectFiles.ts';

const filesWith = async (options: Partial<ProjectOptions>): Promise<Readonly<Record<string, string>>> => {
  const all = {
    name: 'example.com',
    lectern: '^1.2.3',
    aws: true,
    lock: ownLock,
    locked: {},
    source: 'blank',
    ...options,
  } as const;
  const files = await projectFiles('cli/create/template', all);
  return Object.fromEntries([...files].map(([path, content]) => [path, content.toString()]));
};

const common = [
  ...['.dockerignore', '.env.example', '.gitignore', 'Dockerfile', 'README.md', 'compose.yaml', 'lectern.json'],
  ...['package-lock.json', 'package.json', 'tsconfig.json'],
];
const forAws = ['.github/workflows/deploy.yml', 'serverless.yml'];
const blank = ['content-types/post.json', 'extensions/posts.ts', 'tests/posts.test.ts'];

it('has only files of the team', async () => {
  expect(Object.keys(await filesWith({})).sort()).toEqual([...common, ...forAws, ...blank].sort());
});

it('has nothing for AWS if it is not deployed there', async () => {
  const files = await filesWith({ aws: false });
  expect(Object.keys(files).sort()).toEqual([...common, ...blank].sort());
  const { scripts, devDependencies } = JSON.parse(files['package.json'] ?? '');
  expect(Object.keys(devDependencies)).toEqual(['@types/node', 'typescript', 'vitest']);
  expect(Object.keys(scripts)).toEqual(['dev', 'start', 'build', 'test', 'typecheck']);
});

it('depends on lectern alone', async () => {
  const files = await filesWith({});
  expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
    name: 'example.com',
    private: true,
    type: 'module',
    dependencies: { lectern: '^1.2.3' },
    devDependencies: {
      vitest: ownLock.packages['']?.devDependencies?.vitest,
      serverless: expect.stringMatching(/^npm:osls@/),
    },
  });
});

it('cannot be made without the version of a package', async () => {
  await expect(filesWith({ lock: { ...ownLock, packages: {} } })).rejects.toThrow('no version of @types/node');
});

it('serverless.yml has at most fifteen lines, and names the plugin', async () => {
  const text = (await filesWith({}))['serverless.yml'] ?? '';
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  expect(parse(text)).toEqual({
    ...{ service: 'example-com', provider: { name: 'aws' }, plugins: ['lectern/serverless'] },
  });
});

it('has its name in place of the words of the templates, in every file', async () => {
  const files = await filesWith({});
  expect(files['README.md']).toMatch(/^# example\.com\n/);
  for (const text of Object.values(files)) expect(text).not.toMatch(/PROJECT_NAME|SERVICE_NAME/);
});

it('has content types without faults', async () => {
  const files = await filesWith({});
  const { faults, warnings } = buildSchema({ 'post.json': files['content-types/post.json'] ?? '' });
  expect([...faults, ...warnings]).toEqual([]);
});

it('has the content types and the limits of a Strapi project, and the list of what does not come along', async () => {
  const message = 'is not run (node_modules/lectern/docs/accounts.md#bootstrap)';
  const findings = [{ file: 'src/index.js', path: '', message }];
  const files = await filesWith({
    source: { files: { 'components/shared/seo.json': '{}' }, limits: { maxLimit: 60 }, findings },
  });
  expect(files['content-types/components/shared/seo.json']).toBe('{}');
  expect(JSON.parse(files['lectern.json'] ?? '')).toEqual({
    api: { rest: { maxLimit: 60, componentIds: true, defaultOrder: 'id' } },
    auth: { passwords: { keepBcrypt: true } },
  });
  expect(files['MOVING.md']).toContain(
    '- [ ] src/index.js: is not run ([accounts](node_modules/lectern/docs/accounts.md#bootstrap))',
  );
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['extensions/example.ts', 'tests/site.test.ts']));
  expect(Object.keys(files)).not.toContain('content-types/post.json');
});
