// Reads and writes migration files: the options of a migration, for every database of a project.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { hasErrorCode } from '../../lib/errors.ts';
import { formatFault, formFaults, parseJsonText } from '../../lib/schema/index.ts';
import { noMigrationOptions } from './migrationOptions.ts';
import type { MigrationOptions } from './types.ts';

/** A file of `migrations/`. Files are applied in the order of their names. */
export interface MigrationFile {
  /** `20261123-2126-article-title-headline.json` */
  readonly name: string;
  readonly options: MigrationOptions;
}

export const namesOf = (files: readonly MigrationFile[]): readonly string[] => files.map(({ name }) => name);

/** The folder, in the folder of the project. */
export const migrationsFolder = 'migrations';

const description = 'a list of texts, such as ["article.headline=title"]';
const names = { type: 'array', description, items: { type: 'string', minLength: 1, description: 'a text' } };

const check = new Ajv({ allErrors: true, verbose: true }).compile<Partial<MigrationOptions>>({
  type: 'object',
  description: 'an object with lists of texts: rename, drop, fill, keep',
  properties: { rename: names, drop: names, fill: names, keep: names },
  additionalProperties: false,
});

const parseOptions = (path: string, text: string): MigrationOptions => {
  const parsed = parseJsonText(text);
  if ('error' in parsed) throw new Error(`${path}: ${parsed.error}`);
  if (check(parsed.value)) return { ...noMigrationOptions, ...parsed.value };
  throw new Error(formFaults(check, parsed.value, '', path).map(formatFault).join('\n'));
};

/**
 * Reads the migration files of a project.
 *
 * @param folder a missing folder has no files
 * @returns the files in the order of their names
 * @throws Error that names the file and its fault
 */
export const readMigrationFiles = async (folder = migrationsFolder): Promise<readonly MigrationFile[]> => {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  const found = entries.filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(
    found.map(async (name) => {
      const path = join(folder, name);
      return { name, options: parseOptions(path, await readFile(path, 'utf8')) };
    }),
  );
};

/** `20261123-212601-article-title-headline.json`: the time orders the files of a team. */
const fileName = (now: Date, { rename, drop, fill, keep }: MigrationOptions): string => {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$|[-:]/g, '')
    .replace('T', '-');
  const subject = [...rename, ...drop, ...fill, ...keep].join('-').replace(/[^a-zA-Z0-9]+/g, '-');
  return `${[time, subject === '' ? 'content-types' : subject].join('-').slice(0, 80)}.json`;
};

/**
 * Writes a migration file.
 *
 * @returns the file
 * @throws Error if it exists
 */
export const writeMigrationFile = async (
  options: MigrationOptions,
  now: Date,
  folder = migrationsFolder,
): Promise<MigrationFile> => {
  const content = Object.fromEntries(
    Object.entries(options).filter(([, texts]: [string, readonly string[]]) => texts.length > 0),
  );
  const name = fileName(now, options);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' });
  return { name, options };
};
