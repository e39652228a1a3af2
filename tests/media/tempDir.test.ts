// The folder for temporary files.
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { invalid } from '../../lib/errors.ts';
import { withTempDir } from '../../lib/media/index.ts';

it('is deleted when the work ends or fails', async () => {
  let seen = '';
  const use = async (folder: string): Promise<never> => {
    seen = folder;
    await writeFile(join(folder, 'a'), 'text');
    throw new Error('no');
  };
  await expect(withTempDir(use)).rejects.toThrow('no');
  await expect(access(seen)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('an error that only has the words is not one of the disk', async () => {
  for (const error of [
    invalid('No space left on device'),
    Object.assign(new Error('no space left on device'), { code: 11000 }),
  ])
    await expect(withTempDir(() => Promise.reject(error))).rejects.toBe(error);
});

it.each([
  ['Node', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['Node, for a quota', Object.assign(new Error('quota exceeded'), { code: 'EDQUOT' })],
  ['sharp', new Error('/tmp/x: write error\nsystem error: No space left on device')],
])('is 503 if the disk is full, by an error of %s', async (_of, error) => {
  await expect(withTempDir(() => Promise.reject(error))).rejects.toMatchObject({ status: 503, cause: error });
});
