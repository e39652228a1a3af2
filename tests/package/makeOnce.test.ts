// The package that `npm run create` makes in a clone is kept until one of its sources changes.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeOnce } from '../../bin/packLectern.js';
import { freshFolder } from '../media/files.ts';

it('is made again when a source changes, appears or is removed, and after a failure', async () => {
  const root = await freshFolder();
  await mkdir(join(root, 'lib'));
  await writeFile(join(root, 'lib/a.ts'), '1');
  await writeFile(join(root, 'README.md'), '1');
  const file = join(root, 'made.tgz');
  /** @returns whether the file was made */
  const make = (fails = false): boolean => {
    let made = false;
    makeOnce(root, ['lib', 'README.md'], file, () => {
      made = true;
      writeFileSync(file, '');
      if (fails) throw new Error('no');
    });
    return made;
  };
  expect([make(), make()]).toEqual([true, false]);
  await writeFile(join(root, 'notes.txt'), '1');
  expect(make()).toBe(false);
  await writeFile(join(root, 'lib/a.ts'), '2');
  expect([make(), make()]).toEqual([true, false]);
  await writeFile(join(root, 'lib/b.ts'), '1');
  expect([make(), make()]).toEqual([true, false]);
  await rm(join(root, 'lib/b.ts'));
  expect([make(), make()]).toEqual([true, false]);
  await rm(file);
  expect([make(), make()]).toEqual([true, false]);
  await writeFile(join(root, 'README.md'), '2');
  expect(() => make(true)).toThrow('no');
  expect([make(), make()]).toEqual([true, false]);
});
