// Lets a test package functions without the files of sharp: npm downloads them, and they take longest to compress.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes sharp for Lambda look installed in a project, without its files. Only for tests that do not look into packages with sharp:
 * `packagedCheckout` and `newProject.long` package the real one.
 */
export const standInForSharp = async (project: string): Promise<void> => {
  const { version } = JSON.parse(await readFile('node_modules/sharp/package.json', 'utf8')) as { version: string };
  const modules = join(project, '.lectern/functions/node_modules');
  const native = join(modules, '@img/sharp-linux-arm64');
  await rm(modules, { recursive: true, force: true });
  await mkdir(native, { recursive: true });
  await writeFile(join(native, 'package.json'), JSON.stringify({ version }));
};
