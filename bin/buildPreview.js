// @ts-check
// Bundles the script of preview pages.
import { join } from 'node:path';
import { withEsbuild } from './esbuild.js';
import { packageRoot } from './roots.js';

/**
 * @param {'lecternPreview' | 'strapiScript'} name `lecternPreview`: for pages that load it themselves;
 *   `strapiScript`: what the editor sends
 * @returns {Promise<string>} a script without imports
 */
export const bundlePreview = async (name) => {
  const { outputFiles } = await withEsbuild((esbuild) =>
    esbuild.build({
      entryPoints: [join(packageRoot, 'editor/overlay', `${name}.ts`)],
      ...{ bundle: true, format: 'iife', target: 'es2022', minify: true, write: false, legalComments: 'none' },
    }),
  );
  return outputFiles[0]?.text ?? '';
};
