// The stack traces of programs that `npm start` and the other scripts load.
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'lectern-test-'));
  const source = join(folder, 'source.ts');
  await writeFile(source, '\n\nexport const fail = (): Error =>\n  new TypeError("it failed");\n');
  for (const outfile of ['mapped.mjs', 'unmapped.mjs'])
    await build({
      entryPoints: [source],
      outfile: join(folder, outfile),
      format: 'esm',
      minify: true,
      sourcemap: true,
    });
  await rm(join(folder, 'unmapped.mjs.map'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The lines of the stack of an error that a program makes, in a process of its own. */
const stackIn = async (file: string): Promise<readonly string[]> => {
  const [module, program] = [resolve('bin/sourceMaps.js'), join(folder, file)].map((path) => pathToFileURL(path).href);
  const script = `import { mapStackTraces } from '${module ?? ''}';
    mapStackTraces('${program ?? ''}');
    console.log((await import('${program ?? ''}')).fail().stack);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return stdout.split('\n');
};

test('a stack trace names the source file', async () => {
  const [message, first] = await stackIn('mapped.mjs');
  expect(message).toBe('TypeError: it failed');
  expect(first).toContain(`${join(folder, 'source.ts')}:4:`);
});

test('without a map a stack trace names the file that runs', async () => {
  const [message, first] = await stackIn('unmapped.mjs');
  expect(message).toBe('TypeError: it failed');
  expect(first).toContain('unmapped.mjs:1:');
});
