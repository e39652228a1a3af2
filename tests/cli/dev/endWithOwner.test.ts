// A process ends after the one that started it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { endWithOwner } from '../../../cli/mongod/index.ts';

it('ends a process that misses the first signal, when its owner is gone', async () => {
  const program = `
    let signals = 0;
    process.on('SIGTERM', () => ++signals > 1 && process.exit(7));
    setInterval(() => undefined, 1_000);
    console.log('started');`;
  const child = spawn(process.execPath, ['--eval', program]);
  await once(child.stdout, 'data');
  // The pipe closes with the process that holds it.
  endWithOwner(child.pid ?? 0).stdin?.destroy();
  expect(await once(child, 'exit')).toEqual([7, null]);
});
