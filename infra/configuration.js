// @ts-check
// Reads the settings of lectern.json that change the deployment. The build has validated the file
// (lib/platform/config).
import { existsSync } from 'node:fs';
import process from 'node:process';
import { readJson } from './json.js';

/**
 * @typedef {{ readonly queueUrl?: string, readonly topicArn?: string, readonly bus?: string }} Target
 *
 * @typedef {object} Configuration
 * @property {{ readonly passwords?: { readonly minLength?: number, readonly editorMinLength?: number } }} [auth]
 * @property {{ readonly target?: string, readonly environments?: number, readonly requests?: number, readonly poolSize?: number }} [deploy]
 * @property {{ readonly transport?: string }} [mail]
 * @property {{ readonly targets?: Readonly<Record<string, Target>> }} [events]
 * @property {{ readonly enabled?: boolean, readonly name?: string, readonly logo?: string, readonly color?: string }} [editor]
 * @property {{ readonly enabled?: boolean }} [graphql]
 * @property {{ readonly url?: string }} [preview]
 * @property {{ readonly purge?: { readonly provider?: string, readonly distribution?: string, readonly paths?: readonly string[] } }} [cache]
 * @property {{ readonly secondFactor?: { readonly enabled?: boolean }, readonly passwordLogin?: string }} [signIn]
 * @property {{ readonly cors?: { readonly origins?: readonly string[], readonly credentials?: boolean } }} [http]
 *
 * @returns {Configuration}
 */
const readConfiguration = () => {
  const file = process.env.LECTERN_CONFIG ?? 'lectern.json';
  return /** @type {Configuration} */ (existsSync(file) ? readJson(file) : {});
};

/** Whether Lectern sends mail through SES. */
export const mailsBySes = () => readConfiguration().mail?.transport === 'ses';

/** The targets of events. @returns {readonly Target[]} */
export const eventTargets = () => Object.values(readConfiguration().events?.targets ?? {});

/**
 * Which CloudFront distribution Lectern purges; undefined: none.
 *
 * @returns {{ readonly distribution: string, readonly usesTags: boolean } | undefined} `distribution` is empty for that of the deployment
 */
export const purgedDistribution = () => {
  const { provider, distribution = '', paths = [] } = readConfiguration().cache?.purge ?? {};
  return provider === 'cloudfront' ? { distribution, usesTags: paths.length === 0 } : undefined;
};

/** The settings that the deployed editor depends on. */
export const readEditorSettings = () => {
  const { auth, editor, graphql: graphqlSettings, preview, signIn } = readConfiguration();
  const { enabled = true, name = 'Lectern', logo = '', color = '' } = editor ?? {};
  const graphql = graphqlSettings?.enabled ?? false;
  const passkeys = signIn?.secondFactor?.enabled ?? true;
  const passwords = (signIn?.passwordLogin ?? 'everyone') === 'everyone';
  const { minLength = 6, editorMinLength = 8 } = auth?.passwords ?? {};
  const passwordLength = Math.max(minLength, editorMinLength);
  const page = { name, logo, color, passkeys, passwords, passwordLength, graphql };
  return { enabled, ...page, previewUrl: preview?.url ?? '' };
};

/** How a Lambda web function serves the site; undefined: functions do. */
export const readWebSettings = () => {
  const { target, environments = 10, requests = 64, poolSize = 15 } = readConfiguration().deploy ?? {};
  return target === 'web' ? { environments, requests, poolSize } : undefined;
};

/** Whether answers depend on the `Origin` header (lib/api/http/cors.ts). */
export const variesByOrigin = () => {
  const { origins = ['*'], credentials = false } = readConfiguration().http?.cors ?? {};
  return origins.some((origin) => origin !== '*') && (credentials || !origins.includes('*'));
};
