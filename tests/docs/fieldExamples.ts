// The fields in docs/examples/editor, which docs/extending.md names.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';

const folder = 'docs/examples/editor';

/** The code of each example by its path in a project. */
export const fieldExamples: ReadonlyMap<string, string> = new Map(
  ['color', 'mapPoint', 'code'].map((name) => [
    `extensions/editor/${name}.tsx`,
    readFileSync(`${folder}/${name}.tsx`, 'utf8'),
  ]),
);

/** The declaration of pictures. */
export const pictureDeclaration = readFileSync(`${folder}/pictures.d.ts`, 'utf8');

const worldMap =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 180"><rect width="360" height="180" fill="#9ad"/></svg>';

/** Writes a project with the examples, a map and these files, which resolves packages like this clone. */
export const writeFieldProject = async (
  root: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<void> => {
  const all = { 'extensions/editor/world.svg': worldMap, ...Object.fromEntries(fieldExamples), ...files };
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
};
