// @ts-check
// Prepares a deployment: checks the content types against each other and against the stored documents, and creates
// their indexes. Finishes it, or says what it has left.
import { spawnSync } from 'node:child_process';
import console from 'node:console';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { packageRoot } from '../bin/roots.js';
import { follow } from './follow.js';
import { lambdaOf } from './lambdas.js';
import { secretVariableNames } from './secrets.js';

/**
 * Turns a CloudFormation function, which only the deployment resolves, into JSON: here a variable only has to have a
 * value.
 *
 * @param {unknown} value
 */
const toText = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

const program = join(packageRoot, 'bin/lectern.js');

/**
 * @typedef {object} Deployment
 * @property {boolean} hasMigration whether a migration waits for the functions to change
 * @property {() => void} requireFollower throws an Error if what is written is not copied now
 * @property {() => Promise<void>} finish what to call when the functions have changed
 * @property {(outcome: import('./watchStack.js').Outcome) => Promise<void>} explainFailure what to call when the deployment has failed
 */

/**
 * Runs a part of the deployment (cli/deploy/deploymentSteps.ts).
 *
 * @param {readonly string[]} part its name and its options
 * @param {NodeJS.ProcessEnv} env
 * @param {string} consequence what follows from a failure
 */
const run = (part, env, consequence) => {
  const { status } = spawnSync(process.execPath, [program, ...part], { env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`\`lectern ${part[0]}\` failed: ${consequence}`);
};

/** The longest of the functions that write documents. */
const { timeout } = lambdaOf('relay');

/** Functions that were replaced may still have requests or events, and write. */
const awaitRequests = async () => {
  console.error(
    `Waiting ${timeout} seconds: the previous functions end what they have begun, and what they write is copied`,
  );
  await setTimeout(timeout * 1_000);
};

/**
 * Runs the steps with the environment of the functions. A missing or invalid secret stops the deployment, and secrets
 * in the caller's environment are not used: its MONGODB_URI only stops a deployment to another database. If this process
 * ends during an index build, which may take hours, MongoDB continues the build, and the next run waits for it.
 *
 * @param {Readonly<Record<string, unknown>>} environment of the functions
 * @param {Readonly<Record<string, string>>} aws the region, and the profile if one is set, for reading parameters from
 *   SSM
 * @param {boolean} [yes] whether it changes the database without a question
 * @returns {Promise<Deployment>}
 * @throws Error when a step fails; the step has printed the reason
 */
export const prepareDeployment = async (environment, aws, yes = false) => {
  const env = {
    ...{ ...process.env, ...aws },
    ...Object.fromEntries(Object.values(secretVariableNames).map((variable) => [variable, ''])),
    ...Object.fromEntries(Object.entries(environment).map(([variable, value]) => [variable, toText(value)])),
    CALLER_MONGODB_URI: process.env.MONGODB_URI ?? '',
  };
  /** @param {import('./watchStack.js').Outcome} outcome */
  const explain = (outcome) => {
    run(['explain-failure', outcome], env, 'see above');
  };
  run(['prepare-deployment', ...(yes ? ['--yes'] : [])], env, 'nothing was deployed');
  const follower = await follow(program, env).catch((/** @type {unknown} */ error) => {
    explain('unchanged');
    throw error;
  });
  const { hasMigration, requireRunning, end } = follower;
  return {
    ...{ hasMigration, requireFollower: requireRunning },
    finish: async () => {
      if (hasMigration) await awaitRequests();
      await end();
      if (hasMigration)
        run(
          ['finish-deployment'],
          env,
          'the functions are deployed: mend the fault and deploy again, which finishes the migration',
        );
    },
    explainFailure: async (outcome) => {
      if (hasMigration && outcome !== 'unchanged') await awaitRequests();
      await end();
      if (hasMigration) explain(outcome);
    },
  };
};
