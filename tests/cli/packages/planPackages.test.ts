// `lectern upgrade --packages` gives a project the versions that the installed version of Lectern is tested with.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planPackages, projectLock, type Lock } from '../../../cli/packages/index.ts';
import { freshFolder } from '../../media/files.ts';
import { lectern } from '../inProcess.ts';
import { ownLock } from './ownLock.ts';

const ranges = ownLock.packages['']?.devDependencies ?? {};

/** A project that has `mine` of its own, and what an earlier version was tested with. */
const oldProject = async (): Promise<string> => {
  const folder = await freshFolder();
  const manifest = {
    ...{ name: 'site', version: '0.0.0', private: true, scripts: { test: 'vitest run' } },
    ...{ dependencies: { lectern: '^0.1.0', mine: '^3.0.0' }, devDependencies: { vitest: '^3.0.0', mocha: '^1.0.0' } },
    allowScripts: { mine: true },
  };
  const { packages, ...header } = projectLock(ownLock, manifest, { integrity: 'sha512-x' });
  const old = { 'node_modules/vite': { version: '5.0.0' }, 'node_modules/vitest': { version: '3.0.0' } };
  const own = { 'node_modules/mine': { version: '3.0.1' }, 'node_modules/mocha': { version: '1.0.0' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...header, packages: { ...packages, ...old, ...own } }),
  );
  return folder;
};

const read = async (folder: string, file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, file), 'utf8'));

it('counts them, and writes them into package.json and package-lock.json', async () => {
  const folder = await oldProject();
  const plan = await planPackages(folder);
  expect(plan?.count).toBe(2);
  await plan?.apply();
  expect(await read(folder, 'package.json')).toEqual({
    ...{ name: 'site', version: '0.0.0', private: true, scripts: { test: 'vitest run' } },
    dependencies: { lectern: '^0.1.0', mine: '^3.0.0' },
    devDependencies: { vitest: ranges.vitest, mocha: '^1.0.0' },
    // npm warns of scripts that no line decides about.
    allowScripts: { esbuild: false, mine: true },
  });
  const { packages } = (await read(folder, 'package-lock.json')) as Lock;
  for (const path of ['node_modules/vite', 'node_modules/vitest'])
    expect([path, packages[path]?.version]).toEqual([path, ownLock.packages[path]?.version]);
  expect(packages['node_modules/lectern']).toMatchObject({ integrity: 'sha512-x' });
  expect(packages['node_modules/mine']).toEqual({ version: '3.0.1' });
  expect((await planPackages(folder))?.count).toBe(0);
});

it('is nothing for a folder without a package-lock.json that has lectern', async () => {
  expect(await planPackages(await freshFolder())).toBeUndefined();
  // The repository itself.
  expect(await planPackages('.')).toBeUndefined();
  expect(await lectern(['upgrade', '--packages'])).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('This folder has no package-lock.json with lectern in it') },
  });
});

it.each([
  ['a lock of npm 6', { lockfileVersion: 1, dependencies: { lectern: { version: '0.1.0' } } }],
  [
    'a linked Lectern',
    { packages: { 'node_modules/lectern': { resolved: '../lectern', link: true }, '../lectern': {} } },
  ],
])('is nothing for %s', async (_, lock) => {
  const folder = await freshFolder();
  await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: { lectern: '^0.1.0' } }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  expect(await planPackages(folder)).toBeUndefined();
});

it('moves what production needs too, and keeps the indentation', async () => {
  const folder = await oldProject();
  const manifest = { dependencies: { lectern: '^0.1.0', vitest: '^3.0.0' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
  await (await planPackages(folder))?.apply();
  const written = { dependencies: { lectern: '^0.1.0', vitest: ranges.vitest } };
  expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe(`${JSON.stringify(written, null, '\t')}\n`);
});

it('names the file that it cannot read', async () => {
  const folder = await oldProject();
  await writeFile(join(folder, 'package-lock.json'), '<<<<<<< HEAD\n{}');
  await expect(planPackages(folder)).rejects.toThrow(/package-lock\.json is no JSON: /);
});

it('is another step than the upgrade of a database', async () => {
  expect(await lectern(['upgrade', '--packages', '--apply'])).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('run them one after the other') },
  });
});
