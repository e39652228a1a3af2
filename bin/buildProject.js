// @ts-check
// `lectern build`: bundles the extensions, builds the project's part of the editor, and writes the types of the project into `.lectern/`.
import console from 'node:console';
import process from 'node:process';
import { exitOnBuildError, loadProgram } from './build.js';
import { prepareEditorFields } from './editorFields.js';
import { prepareExtensions } from './extensions.js';
import { projectRoot } from './roots.js';

const env = { ...process.env, ...(await prepareExtensions().catch(exitOnBuildError)) };
await prepareEditorFields().catch(exitOnBuildError);
const { writeProjectTypes } = /** @type {typeof import('../cli/bundle/main.ts')} */ (await loadProgram('bundle'));
try {
  console.error(`wrote ${await writeProjectTypes(env, projectRoot)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
