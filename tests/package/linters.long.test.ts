// What publint and are-the-types-wrong find in the package.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installPackages } from '../setup/packages.ts';
import { packedLectern } from '../setup/packedLectern.ts';

it('the package has no fault that publint or are-the-types-wrong find', async () => {
  const linters = await installPackages('tests/package/package-linters');
  if (linters === undefined) return;
  const tarball = await packedLectern();
  const lint = (program: string, ...args: readonly string[]): unknown => {
    const path = join(linters, 'node_modules', program);
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, tarball, ...args], { encoding: 'utf8' });
    return [status, stdout + stderr];
  };
  expect(lint('publint/src/cli.js', '--strict')).toEqual([0, expect.stringContaining('All good')]);
  // The package has ES modules only, and needs a Node that can require them.
  const wrong = lint('@arethetypeswrong/cli/dist/index.js', '--profile', 'esm-only');
  expect(wrong).toEqual([0, expect.stringContaining('"lectern/testing"')]);
});
