// @ts-check
// Builds what a Lambda web function contains: the server of a site, which Lambda starts with `index.js`, the editor, and Swagger UI.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildFunctions } from './buildFunctions.js';
import { webBundle } from './bundling.js';
import { outputFolder, packageRoot } from './roots.js';
import { copySwaggerUi } from './swaggerUi.js';

/** Where it is built, relative to the project. */
export const webFolder = `${outputFolder}/${webBundle}`;

/** @param {NodeJS.ProcessEnv} [env] as of `buildFunctions`; the editor and the project's part of it are built */
export const buildWeb = async (env = process.env) => {
  rmSync(webFolder, { recursive: true, force: true });
  await buildFunctions({ env, names: [webBundle], outdir: outputFolder });
  copySwaggerUi(webFolder);
  cpSync(join(packageRoot, 'dist/editor'), join(webFolder, 'dist/editor'), { recursive: true });
  const { LECTERN_EDITOR_FILES: project = '' } = env;
  if (project !== '') cpSync(project, join(webFolder, 'editor'), { recursive: true });
  // It also marks the folder of the files that the server reads (lib/installedPackage.ts).
  cpSync(join(packageRoot, 'package.json'), join(webFolder, 'package.json'));
  writeFileSync(join(webFolder, 'index.js'), "import './index.mjs';\n");
};
