// @ts-check
// `lectern/testing`: builds the extensions of the project under test, and starts it.
import { resolve } from 'node:path';
import process from 'node:process';
import { loadProgram } from './build.js';
import { prepareExtensions } from './extensions.js';

/** @typedef {typeof import('../cli/testing/index.ts')} Testing */

/** @param {import('../cli/testing/index.ts').StartOptions} [options] */
export const startLectern = async (options = {}) => {
  const env = options.env ?? process.env;
  const extensions = await prepareExtensions(env, resolve(options.root ?? '.'));
  // A test runner maps stack traces itself.
  const testing = /** @type {Testing} */ (await loadProgram('testing', { mapped: false }));
  return testing.startLectern({ ...options, env: { ...env, ...extensions } });
};
