// @ts-check
// The licences of bundled packages: they ask for their text beside the code.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from './roots.js';

/** @param {string} name @returns {Promise<string | undefined>} undefined: the package has no file with its licence */
const licenseOf = async (name) => {
  const folder = join(packageRoot, 'node_modules', name);
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  return file === undefined ? undefined : (await readFile(join(folder, file), 'utf8')).trim();
};

/**
 * @param {import('esbuild').Metafile} metafile
 * @returns the licence of each package whose code is in the output; equal texts once
 * @throws Error if a package has no file with its licence, and no other package of its scope has one
 */
export const licenseTexts = async ({ outputs }) => {
  // The inputs of the build are more: esbuild drops those that nothing uses.
  const paths = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const found = paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const names = [...new Set(found)].sort();
  const texts = new Map(
    await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await licenseOf(name)]))),
  );
  /** @type {Map<string, string[]>} */
  const namesByText = new Map();
  for (const [name, own] of texts) {
    const scope = /^@[^/]+\//.exec(name)?.[0];
    const text =
      own ??
      names
        .filter((one) => scope !== undefined && one.startsWith(scope))
        .map((one) => texts.get(one))
        .find(Boolean);
    if (text === undefined) throw new Error(`${name} has no file with its licence`);
    namesByText.set(text, [...(namesByText.get(text) ?? []), name]);
  }
  const sections = [...namesByText].map(([text, of]) => `${of.join('\n')}\n\n${text}\n`);
  return sections.join(`\n${'-'.repeat(80)}\n\n`);
};
