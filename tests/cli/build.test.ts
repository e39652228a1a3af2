// A clone builds a program when it starts, unless it was built from the same sources before.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { freshFolder } from '../media/files.ts';

it('a program is built again only if a source has changed', async () => {
  const clone = await freshFolder();
  const source = join(clone, 'cli/main.ts');
  const imported = join(clone, 'lib/text.ts');
  const program = join(clone, 'dist/lectern.mjs');
  for (const folder of ['cli', 'functions', 'lib']) mkdirSync(join(clone, folder));
  for (const part of ['bin', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(part, join(clone, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  const run = (): string =>
    execFileSync(process.execPath, ['bin/lectern.js', 'help'], { cwd: clone, encoding: 'utf8' }).trim();

  writeFileSync(source, "console.log('first');");
  expect(run()).toBe('first');
  writeFileSync(program, readFileSync(program, 'utf8').replace('first', 'not built'));
  expect(run()).toBe('not built');
  writeFileSync(source, "import { text } from '../lib/text.ts'; console.log(text);");
  writeFileSync(imported, "export const text = 'second';");
  expect(run()).toBe('second');
  writeFileSync(imported, "export const text = 'third';");
  expect(run()).toBe('third');
});
