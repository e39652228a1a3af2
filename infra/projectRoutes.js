// @ts-check
// The routes of the gateway that the project's extensions add.
import { resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {{ readonly method: string, readonly path: string }} Route
 * @typedef {{ readonly definition: { readonly routes?: readonly Route[] } }} ExtensionFile
 */

/** The built extensions; `lib/platform/extensions` checks them. @returns {Promise<readonly ExtensionFile[]>} */
const loadExtensions = async () => {
  const { LECTERN_EXTENSIONS: path } = process.env;
  if (path === undefined || path === '') return [];
  const loaded = /** @type {unknown} */ (await import(pathToFileURL(resolve(path)).href));
  return /** @type {{ readonly extensions: readonly ExtensionFile[] }} */ (loaded).extensions;
};

/** @returns {Promise<readonly Route[]>} with their whole paths; empty: a deployment needs no function for them */
export const projectRoutes = async () =>
  (await loadExtensions()).flatMap(({ definition: { routes = [] } }) =>
    routes.map(({ method, path }) => ({ method, path: `/api${path}` })),
  );
