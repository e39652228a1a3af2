// @ts-check
// What is done before the functions change: the content types are checked, and the database gets their indexes.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** In turn, each as `lectern` does it from the command line. */
const steps = [
  ['types', 'check'],
  ['indexes', 'apply'],
];

/**
 * Everything is read as the functions will read it, so that a secret that is not there, or none, stops the deployment too.
 * Index builds may take hours: MongoDB goes on with them when this ends, and the next time waits for them.
 *
 * @param {Readonly<Record<string, unknown>>} environment of the functions
 * @param {Readonly<Record<string, string>>} aws where the parameters are asked for
 * @throws Error when a step fails, which has said why
 */
export const prepare = (environment, aws) => {
  const secrets = Object.entries(environment).filter(([, value]) => String(value).startsWith('ssm:'));
  const { MONGODB_URI: uri = '' } = process.env;
  const env = {
    ...{ ...process.env, ...aws },
    ...Object.fromEntries(secrets.map(([variable, value]) => [variable, String(value)])),
    // From outside it may have another address.
    ...(uri === '' ? {} : { MONGODB_URI: uri }),
  };
  for (const step of steps) {
    const { status } = spawnSync(process.execPath, ['bin/lectern.js', ...step], { env, stdio: 'inherit' });
    if (status !== 0) throw new Error(`\`lectern ${step.join(' ')}\` failed: nothing was deployed`);
  }
};
