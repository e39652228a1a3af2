// @ts-check
// Reads the options of the commands that run as scripts, without packages: `dev` runs before they are installed.
import console from 'node:console';
import process from 'node:process';
import { parseArgs } from 'node:util';

/** @typedef {import('node:util').ParseArgsConfig['options']} Options */

/** @type {Options} */
const port = { port: { type: 'string' } };

/** @type {Options} */
const none = {};

/**
 * By the name of the script. The other scripts pass their arguments on to the Serverless Framework.
 *
 * @type {ReadonlyMap<string, Options>}
 */
export const scriptOptions = new Map([
  ['start', { ...port, workers: { type: 'string' } }],
  ['dev', port],
  ['offline', port],
  ['build', none],
]);

/** @param {unknown} error of `parseArgs` @returns {string} the first sentence of its message, without its capital and its end */
export const sentenceOf = (error) => {
  const [sentence = ''] = error instanceof Error ? error.message.split(/\.(?: |$)/) : [];
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
};

/** `--workers` without a number is `auto`. @param {readonly string[]} args @returns {string[]} */
const withDefaults = (args) =>
  args.map((arg, index) => (arg === '--workers' && /^(?:-|$)/.test(args[index + 1] ?? '') ? '--workers=auto' : arg));

/**
 * Puts the options into the environment, where the programs read them.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} what is wrong with the arguments
 */
export const applyScriptOptions = (command, args, env = process.env) => {
  const known = scriptOptions.get(command);
  if (known === undefined) return undefined;
  try {
    const { values } = parseArgs({ args: withDefaults(args), options: known, strict: true, allowPositionals: false });
    if ('port' in values && typeof values.port === 'string') env.PORT = values.port;
    if ('workers' in values && typeof values.workers === 'string') env.LECTERN_WORKERS = values.workers;
    return undefined;
  } catch (error) {
    return `error: ${sentenceOf(error)}`;
  }
};

/** As `applyScriptOptions`; ends the process if the arguments are wrong. @param {string} command @param {readonly string[]} args */
export const requireScriptOptions = (command, args) => {
  const fault = applyScriptOptions(command, args);
  if (fault === undefined) return;
  console.error(`${fault}\n(lectern --help explains the commands)`);
  process.exit(1);
};
