// lectern types …
import { readFile, writeFile } from 'node:fs/promises';
import { indexLimitFaults } from '../../platform/db/index.ts';
import { contentTypesFolder } from '../../platform/site.ts';
import { buildSchema, formatFault, loadSchema, readFolder } from '../../schema/index.ts';
import { typesModule } from '../../describe/types/index.ts';

/**
 * Prints a line a fault to stdout; warnings and the count go to stderr.
 *
 * @returns whether there is no fault
 */
export const checkTypes = async (): Promise<boolean> => {
  const folder = contentTypesFolder(process.env);
  const { schema, faults: found, warnings } = buildSchema(await readFolder(folder));
  const faults = schema === undefined ? found : indexLimitFaults(schema);
  for (const warning of warnings) console.error(`warning: ${formatFault(warning)}`);
  for (const fault of faults) console.log(formatFault(fault));
  console.error(
    faults.length > 0
      ? `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in ${folder}`
      : `${folder} is fine: ${schema?.served.size ?? 0} content types, ${schema?.components.size ?? 0} components`,
  );
  return faults.length === 0;
};

const contentOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Makes TypeScript types of the content types: for stdout, or a file, which is written when it is not the same already.
 *
 * @param check says whether the file is the same, and writes nothing
 * @returns false: it is not
 * @throws SchemaError for faults of the folder
 */
export const generateTypes = async (out: string | undefined, check: boolean): Promise<boolean> => {
  const { schema } = await loadSchema(contentTypesFolder(process.env));
  const text = typesModule(schema);
  if (out === undefined) {
    process.stdout.write(text);
    return true;
  }
  const same = (await contentOf(out)) === text;
  if (!same && !check) await writeFile(out, text);
  console.error(
    same ? `${out} is up to date` : check ? `${out} is out of date: make it again without --check` : `wrote ${out}`,
  );
  return same || !check;
};
