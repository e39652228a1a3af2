// The command `lectern seed`.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { prepareDecided } from '../migrate/index.ts';
import { seed } from './index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { runWithSource } from '../../lib/write/documents/index.ts';
import { withService } from '../withService.ts';
import { errorMessage } from '../../lib/errors.ts';

/** Writes the documents of the files, one file after the other; progress goes to stderr. */
export const seedFiles = (terminal: Terminal, files: readonly string[]): Promise<void> =>
  withService(terminal, async (service) => {
    await prepareDecided(service);
    for (const file of files)
      await runWithSource('seed', async () =>
        seed(service, await readJsonFile(file), terminal.log, join(dirname(file), 'uploads')),
      );
  });

const readJsonFile = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${errorMessage(error)}`, {
      cause: error,
    });
  }
};
