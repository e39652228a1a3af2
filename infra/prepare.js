// @ts-check
// What is done before the functions change: the content types are checked, also against the documents there are, and the
// database gets their indexes.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { secretVariableNames } from './secrets.js';

/** In turn, each as `lectern` does it from the command line. */
const steps = [['types', 'check'], ['check'], ['types', 'diff'], ['indexes', 'apply']];

/** As a text, what CloudFormation will put together: that there is something is enough. @param {unknown} value */
const toText = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Everything is read as the functions will read it, so that a secret that is not there, or none, stops the deployment too,
 * and no other secret, whatever the one who deploys has in the environment.
 * Index builds may take hours: MongoDB goes on with them when this ends, and the next time waits for them.
 *
 * @param {Readonly<Record<string, unknown>>} environment of the functions
 * @param {Readonly<Record<string, string>>} aws where the parameters are asked for
 * @throws Error when a step fails, which has said why
 */
export const prepare = (environment, aws) => {
  const { MONGODB_URI: uri = '' } = process.env;
  const env = {
    ...{ ...process.env, ...aws },
    ...Object.fromEntries(Object.values(secretVariableNames).map((variable) => [variable, ''])),
    ...Object.fromEntries(Object.entries(environment).map(([variable, value]) => [variable, toText(value)])),
    // From outside it may have another address.
    ...(uri === '' ? {} : { MONGODB_URI: uri }),
  };
  for (const step of steps) {
    const { status } = spawnSync(process.execPath, ['bin/lectern.js', ...step], { env, stdio: 'inherit' });
    if (status !== 0) throw new Error(`\`lectern ${step.join(' ')}\` failed: nothing was deployed`);
  }
};
