// The lint rule for the paths of files: which addresses it reports.
import { expect, it } from 'vitest';
import { lintFiles } from './lintFiles.ts';

const faults = lintFiles(
  'files/paths',
  new Map([
    ['direct.ts', "export const path = new URL('../a', import.meta.url).pathname;"],
    ['template.ts', 'export const path = (name: string) => new URL(`../${name}`, import.meta.url).pathname;'],
    ['folder.ts', "import { join } from 'node:path'; export const path = join(import.meta.dirname, '../a');"],
    ['request.ts', "export const path = (url: string) => new URL(url, 'http://localhost').pathname;"],
    ['address.ts', "export const address = new URL('a', import.meta.url).href;"],
  ]),
);

it.each(['direct.ts', 'template.ts'])('reports %s', (name) => {
  expect(faults.get(name)).toEqual([expect.stringMatching(/^Use join/)]);
});

it.each(['folder.ts', 'request.ts', 'address.ts'])('accepts %s', (name) => {
  expect(faults.get(name)).toEqual([]);
});
