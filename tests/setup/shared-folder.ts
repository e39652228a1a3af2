// Shares folders between the end-to-end test files of a run: the first file that needs one fills it, the others wait.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that holds the shared folders of the run. */
    readonly runFolder: string;
  }
}

/** @returns a function that removes them */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-run-'));
  project.provide('runFolder', folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
};

/**
 * @param fill fills the folder; test files only read it afterwards
 * @returns the path of the folder
 * @throws Error if filling it failed, here or in another test file
 */
export const sharedFolder = async (name: string, fill: (folder: string) => Promise<void>): Promise<string> => {
  const folder = join(inject('runFolder'), name);
  const [filledMarker, failedMarker] = [`${folder}.filled`, `${folder}.failed`];
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (isFirst)
    try {
      await fill(folder);
      await writeFile(filledMarker, '');
    } catch (error) {
      await writeFile(failedMarker, '');
      throw error;
    }
  while (!existsSync(filledMarker)) {
    if (existsSync(failedMarker))
      throw new Error(`The shared folder ${name} could not be filled: see the first failure`);
    await setTimeout(100);
  }
  return folder;
};
