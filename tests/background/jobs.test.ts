// The table of jobs in docs/internals/background.md is that of the code.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loops } from '../../lib/background/jobs.ts';

it('docs/internals/background.md lists every job, in its order', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/internals/background.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` +\| `(\w+)` /gm)].map(([, loop, job]) => `${loop} ${job}`);
  expect(rows).toEqual(loops.flatMap(({ name, jobs }) => jobs.map((job) => `${name} ${job.name}`)));
});
