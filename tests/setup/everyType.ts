// Makes a folder with the content types of the sample site, and those of the museum, which have attributes of every kind.
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns the folder, for `startEditor` */
export const everyType = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-types-'));
  for (const source of ['content-types', 'tests/schemas/museum']) cpSync(source, folder, { recursive: true });
  return folder;
};
