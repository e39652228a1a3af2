// @ts-check
// What lectern.json says, as far as a deployment depends on it. The build has checked it (lib/platform/config).
import { existsSync } from 'node:fs';
import process from 'node:process';
import { readJson } from './json.js';

/**
 * @typedef {object} Configured
 * @property {{ readonly transport?: string }} [mail]
 * @property {{ readonly cors?: { readonly origins?: readonly string[], readonly credentials?: boolean } }} [http]
 *
 * @returns {Configured}
 */
const readConfiguration = () => {
  const file = process.env.LECTERN_CONFIG ?? 'lectern.json';
  return /** @type {Configured} */ (existsSync(file) ? readJson(file) : {});
};

/** Whether mails go through SES. */
export const mailsBySes = () => readConfiguration().mail?.transport === 'ses';

/** Whether pages of some sites are answered otherwise than others (lib/api/http/cors.ts). */
export const variesByOrigin = () => {
  const { origins = ['*'], credentials = false } = readConfiguration().http?.cors ?? {};
  return origins.some((origin) => origin !== '*') && (credentials || !origins.includes('*'));
};
