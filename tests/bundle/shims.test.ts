// The shims that bundles have in place of parts of packages behave like the originals.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import saslprep from '@mongodb-js/saslprep';
import { expect, it } from 'vitest';
import { shims } from '../../bin/shims.js';

it('a password in ASCII stays unchanged', () => {
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
  for (const character of printable) expect(saslprep(character)).toBe(character);
  expect(saslprep(printable.join(''))).toBe(printable.join(''));
  // A character that does change: the check above can fail.
  expect(saslprep('Ⅸ')).toBe('IX');
});

it("the shim of the driver's index exports everything that the driver imports from it", async () => {
  const require = createRequire(import.meta.url);
  const index = require.resolve('mongodb');
  const asked = new Set<string>();
  for (const file of await readdir(dirname(index), { recursive: true })) {
    const text =
      file.endsWith('.js') && join(dirname(index), file) !== index
        ? await readFile(join(dirname(index), file), 'utf8')
        : '';
    for (const [, variable = '', path = ''] of text.matchAll(/^const (\w+) = require\("(\.[^"]*)"\);$/gm))
      if (['lib', 'lib/index'].includes(normalize(join('lib', dirname(file), path)).replace(/\/$/, '')))
        for (const [, name = ''] of text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))) asked.add(name);
  }
  const exports: Record<string, unknown> = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the shim is a CommonJS module in a string
  new Function('exports', 'require', shims['node_modules/mongodb/lib/index.js'] ?? '')(exports, createRequire(index));
  expect([...asked]).toContain('TopologyType');
  expect([...asked].filter((name) => exports[name] === undefined)).toEqual([]);
});
