// The lock of a project, made from that of Lectern.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { projectLock, scriptsIn, type Lock, type Manifest } from '../../../cli/packages/index.ts';
import { projectManifest } from '../../../cli/create/packageJson.ts';
import { ownLock } from './ownLock.ts';

interface Entries {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly resolved?: string }>>;
}

const lockOf = (tested: Lock, project: Manifest, source = {}, previous?: Lock): Entries =>
  projectLock(tested, project, source, previous);

const optionalPeer = { peerDependencies: { peer: '*' }, peerDependenciesMeta: { peer: { optional: true } } };

/** Lectern needs `a` and may need `b`; its tests need `vitest`, and its editor needs `view`. */
const tested: Lock = {
  name: 'lectern',
  version: '1.2.3',
  packages: {
    '': {
      version: '1.2.3',
      dependencies: { a: '^1.0.0' },
      optionalDependencies: { b: '^1.0.0' },
      devDependencies: { vitest: '^4.0.0', view: '^5.0.0' },
    },
    'node_modules/a': { version: '1.0.1', dependencies: { shared: '*' }, dev: true },
    'node_modules/b': { version: '1.0.2', dependencies: { deep: '*' }, hasInstallScript: true },
    'node_modules/deep': { version: '6.0.0' },
    'node_modules/shared': { version: '2.0.0', optionalDependencies: { missing: '*' }, ...optionalPeer },
    'node_modules/vitest': {
      version: '4.0.0',
      dependencies: { shared: '^1', deep: '*' },
      peerDependencies: { peer: '*', view: '*' },
      peerDependenciesMeta: { view: { optional: true } },
    },
    'node_modules/vitest/node_modules/shared': { version: '1.9.0' },
    'node_modules/peer': { version: '7.0.0' },
    'node_modules/view': { version: '5.0.0' },
  },
};

const project = {
  ...{ name: 'site', version: '0.0.0' },
  ...{ dependencies: { lectern: '^1.2.3' }, devDependencies: { vitest: '^4.0.0' } },
};

it('has the tested versions of what the project installs, and says what of it is for what', () => {
  const { packages } = lockOf(tested, project, { integrity: 'sha512-x' });
  expect(packages).toEqual({
    '': project,
    'node_modules/a': { version: '1.0.1', dependencies: { shared: '*' } },
    'node_modules/b': { version: '1.0.2', dependencies: { deep: '*' }, hasInstallScript: true, optional: true },
    'node_modules/deep': { version: '6.0.0', devOptional: true },
    'node_modules/lectern': {
      ...{ version: '1.2.3', integrity: 'sha512-x' },
      ...{ dependencies: { a: '^1.0.0' }, optionalDependencies: { b: '^1.0.0' } },
    },
    // Production may use it, and would not install it.
    'node_modules/peer': { version: '7.0.0', devOptional: true, peer: true },
    'node_modules/shared': { version: '2.0.0', optionalDependencies: { missing: '*' }, ...optionalPeer },
    'node_modules/vitest': { ...tested.packages['node_modules/vitest'], dev: true },
    'node_modules/vitest/node_modules/shared': { version: '1.9.0', dev: true },
  });
});

it('keeps the packages that only the team has chosen', () => {
  const team = { ...project, dependencies: { ...project.dependencies, mine: '^3.0.0' } };
  const previous = {
    ...{ name: 'site', version: '0.0.0' },
    packages: {
      '': { ...team, license: 'MIT' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/mine': { version: '3.0.1', dependencies: { other: '*', shared: '^1', vitest: '*' } },
      'node_modules/mine/node_modules/shared': { version: '1.0.0' },
      'node_modules/other': { version: '8.0.0' },
      'node_modules/vitest': { version: '3.0.0', dependencies: { old: '*' } },
      'node_modules/vitest/node_modules/old': { version: '9.0.0' },
      'node_modules/unused': { version: '9.0.0' },
    },
  };
  const { packages } = lockOf(tested, team, {}, previous);
  expect(packages).toEqual({
    ...lockOf(tested, project).packages,
    '': { ...team, license: 'MIT' },
    'node_modules/mine': previous.packages['node_modules/mine'],
    'node_modules/mine/node_modules/shared': { version: '1.0.0' },
    'node_modules/other': { version: '8.0.0' },
  });
});

it('keeps optional packages of the team, workspaces and other folders', () => {
  const team = {
    ...{ ...project, optionalDependencies: { 'is-even': '^1.0.0' } },
    dependencies: { ...project.dependencies, local: 'file:local' },
  };
  const own = {
    local: { version: '1.0.0', dependencies: { deep: '*', number: '*' }, devDependencies: { tool: '*' } },
    'local/node_modules/number': { version: '6.0.0' },
    'node_modules/blog': { resolved: 'packages/blog', link: true as const },
    'node_modules/is-even': { version: '1.0.0', optional: true },
    'node_modules/local': { resolved: 'local', link: true as const },
    'node_modules/tool': { version: '8.0.0' },
    'packages/blog': { version: '1.0.0', dependencies: { local: '*' } },
  };
  const previous = {
    name: 'site',
    version: '0.0.0',
    packages: { '': { ...team, workspaces: ['packages/*'] }, ...own },
  };
  expect(lockOf(tested, team, {}, previous).packages).toEqual({
    ...{ ...lockOf(tested, project).packages, ...own },
    '': { ...team, workspaces: ['packages/*'] },
  });
});

it('names the packages that run scripts', () => {
  expect(scriptsIn(tested, project)).toEqual(['b']);
});

const manifest = (aws: boolean): Manifest => projectManifest({ name: 'site', lectern: '^0.1.0', aws, lock: ownLock });

it.each([true, false])('of this repository has its versions, and no address of a registry; for AWS: %s', (aws) => {
  const entries = Object.entries(lockOf(ownLock, manifest(aws)).packages).filter(([path]) => path !== '');
  const others = entries.filter(([path]) => path !== 'node_modules/lectern');
  expect(others.filter(([path, { version }]) => version !== ownLock.packages[path]?.version)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  const names = entries.map(([path]) => path.replace('node_modules/', ''));
  expect(names).toEqual(expect.arrayContaining(['lectern', 'mongodb', 'vite', 'vitest', 'typescript']));
  expect(names.includes('serverless')).toBe(aws);
  expect(names.filter((name) => /^react|^@mantine|vitepress/.test(name))).toEqual([]);
});

it('package.json decides about each script that installations would run', () => {
  expect(manifest(true)).toMatchObject({ allowScripts: { esbuild: false, 'es5-ext': false } });
  expect(manifest(false)).toMatchObject({ allowScripts: { esbuild: false } });
});

it('package.json of this repository does too', async () => {
  const { allowScripts } = JSON.parse(await readFile('package.json', 'utf8')) as { readonly allowScripts: object };
  const paths = Object.keys(ownLock.packages).filter((path) => ownLock.packages[path]?.hasInstallScript === true);
  const names = new Set(paths.map((path) => path.split('node_modules/').at(-1)));
  expect(allowScripts).toEqual(Object.fromEntries([...names].map((name) => [name, false])));
});
