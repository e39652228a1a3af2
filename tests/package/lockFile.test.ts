// Two creations in one clone, or two builds of the documentation, wait for each other.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freshFolder } from '../media/files.ts';

const modulePath = JSON.stringify(resolve('bin/lockFile.js'));

/** The arguments of a program that takes the lock, says so, and runs on until its stdin ends. */
const program = (file: string): readonly string[] => [
  '--input-type=module',
  '--eval',
  `const { takeLock } = await import(${modulePath});
   await takeLock(${JSON.stringify(file)}, 'works');
   console.log('taken');
   process.stdin.resume();`,
];

it('is taken when the process that has it ends', async () => {
  const file = join(await freshFolder(), 'dist/a.lock');
  const first = spawn(process.execPath, program(file), { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(first.stdout, 'data');
  const second = spawn(process.execPath, program(file), { stdio: 'pipe' });
  const [output] = [buffer(second.stdout), await once(second.stderr, 'data')];
  expect(existsSync(file)).toBe(true);
  first.stdin.end();
  second.stdin.end();
  expect(String(await output)).toBe('taken\n');
  await once(second, 'exit');
  expect(existsSync(file)).toBe(false);
});

it('is taken from a process that was killed', async () => {
  const file = join(await freshFolder(), 'a.lock');
  const killed = spawn(process.execPath, program(file), { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(existsSync(file)).toBe(true);
  const next = promisify(execFile)(process.execPath, program(file));
  next.child.stdin?.end();
  expect(await next).toMatchObject({ stdout: 'taken\n', stderr: '' });
});
