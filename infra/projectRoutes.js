// @ts-check
// The routes that the project's extensions add to the gateway.
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { prepareExtensions } from '../bin/extensions.js';

/**
 * @typedef {{ readonly method: string, readonly path: string }} Route
 * @typedef {{ readonly definition: { readonly routes?: readonly Route[] } }} ExtensionFile
 */

/** @type {ReturnType<typeof prepareExtensions> | undefined} */
let prepared;

/** Builds the extensions once, although the Serverless Framework asks for functions and resources at the same time. */
const builtExtensions = async () => {
  const { LECTERN_EXTENSIONS: chosen } = process.env;
  if (chosen !== undefined) return chosen;
  prepared ??= prepareExtensions();
  return (await prepared).LECTERN_EXTENSIONS;
};

/** `lectern check` finds their faults, not this. @returns {Promise<readonly ExtensionFile[]>} */
const loadExtensions = async () => {
  const path = await builtExtensions();
  if (path === undefined || path === '') return [];
  const loaded = /** @type {unknown} */ (await import(pathToFileURL(resolve(path)).href));
  return /** @type {{ readonly extensions: readonly ExtensionFile[] }} */ (loaded).extensions;
};

/** @returns {Promise<readonly Route[]>} with their whole paths; empty: a deployment needs no function for them */
export const projectRoutes = async () =>
  (await loadExtensions()).flatMap(({ definition: { routes = [] } }) =>
    routes.map(({ method, path }) => ({ method, path: `/api${path}` })),
  );
