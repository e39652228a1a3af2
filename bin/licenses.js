// @ts-check
// The licences of bundled packages: they ask for their text beside the code.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from './roots.js';

/** @param {string} folder @returns {Promise<string | undefined>} undefined: the package has no file with its licence */
const licenseIn = async (folder) => {
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  return file === undefined ? undefined : (await readFile(join(folder, file), 'utf8')).trim();
};

/**
 * @param {import('esbuild').Metafile} metafile
 * @returns {Promise<string>} the licence of each package whose code is in the output; equal texts once
 * @throws Error if a package has no file with its licence, and no other package of its scope has one
 */
export const licenseTexts = async ({ outputs }) => {
  // The inputs of the build are more: esbuild drops those that nothing uses.
  const paths = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const found = paths.map((path) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/.exec(path));
  // A package may be inside of the one that needs it.
  const folders = new Map(found.flatMap((match) => (match?.[1] === undefined ? [] : [[match[1], match[0]]])));
  const licenses = [...folders].sort().map(async ([name, path]) => {
    return /** @type {const} */ ([name, await licenseIn(join(packageRoot, path))]);
  });
  const texts = new Map(await Promise.all(licenses));
  /** @type {Map<string, string[]>} */
  const namesByText = new Map();
  for (const [name, own] of texts) {
    const scope = /^@[^/]+\//.exec(name)?.[0];
    const text =
      own ??
      [...texts].find(([one, other]) => scope !== undefined && one.startsWith(scope) && other !== undefined)?.[1];
    if (text === undefined) throw new Error(`${name} has no file with its licence`);
    namesByText.set(text, [...(namesByText.get(text) ?? []), name]);
  }
  const sections = [...namesByText].map(([text, of]) => `${of.join('\n')}\n\n${text}\n`);
  return sections.join(`\n${'-'.repeat(80)}\n\n`);
};
