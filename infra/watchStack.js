// @ts-check
// Says what CloudFormation has made of the functions after a failure. The framework gives up at the first resource that fails, while
// CloudFormation changes the functions back for minutes.
import console from 'node:console';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { findServerless } from '../bin/peers.js';

/**
 * @typedef {'unchanged' | 'restored' | 'deployed' | 'mixed' | 'unknown'} Outcome what the functions are now (cli/deploy/explainFailure.ts)
 *
 * @typedef {Pick<import('./awsClients.js').AwsProvider, 'getAwsSdkV3Config' | 'naming'>} StackProvider
 *
 * @typedef {{ readonly StackStatus?: string, readonly LastUpdatedTime?: Date, readonly CreationTime?: Date }} Stack
 *
 * @typedef {object} Sdk
 * @property {new (config: object) => { readonly send: (command: object) => Promise<{ readonly Stacks?: readonly Stack[] }> }} CloudFormationClient
 * @property {new (input: { readonly StackName: string }) => object} DescribeStacksCommand
 */

/** The client that the framework brings. @returns {Sdk} */
const loadSdk = () =>
  /** @type {Sdk} */ (
    createRequire(findServerless() ?? realpathSync(process.argv[1] ?? ''))('@aws-sdk/client-cloudformation')
  );

/** @param {StackProvider} provider @returns {Promise<() => Promise<Stack>>} reads the stack; one without a status does not exist */
const openStack = async (provider) => {
  const { CloudFormationClient, DescribeStacksCommand } = loadSdk();
  const client = new CloudFormationClient(await provider.getAwsSdkV3Config());
  const command = new DescribeStacksCommand({ StackName: provider.naming.getStackName() });
  return async () => {
    try {
      return (await client.send(command)).Stacks?.[0] ?? {};
    } catch (error) {
      // Its name is that of all invalid requests.
      if (error instanceof Error && error.message.includes('does not exist')) return {};
      throw error;
    }
  };
};

/** @param {Stack} stack @returns when it began to change last */
const changeTimeOf = ({ LastUpdatedTime, CreationTime }) => (LastUpdatedTime ?? CreationTime)?.getTime();

/** @param {Stack} stack A stack that is reviewed waits for its first change, and may wait forever. */
const isChanging = ({ StackStatus = '' }) => /(?<!REVIEW)_IN_PROGRESS$/.test(StackStatus);

/** @param {Stack} stack that does not change any more @returns {Outcome} */
const outcomeOf = ({ StackStatus = 'DELETE_COMPLETE' }) => {
  if (StackStatus.endsWith('_FAILED')) return 'mixed';
  return /^(?:CREATE|UPDATE|IMPORT)_COMPLETE$/.test(StackStatus) ? 'deployed' : 'restored';
};

/** As often as the framework asks. */
const pause = () => setTimeout(Number(process.env.SLS_AWS_MONITORING_FREQUENCY ?? 5_000));

/** How many questions in a row may fail: a minute, and the SDK repeats each of them. */
const maxFailures = 12;

const waiting = 'Waiting for CloudFormation: until it has ended, functions change, and what they write is copied';

/**
 * Remembers the stack before it changes.
 *
 * @param {StackProvider} provider
 * @returns {Promise<() => Promise<Outcome>>} waits until it no longer changes
 * @throws Error of AWS
 */
export const watchStack = async (provider) => {
  const read = await openStack(provider);
  const before = changeTimeOf(await read());
  return async () => {
    let isAnnounced = false;
    let problem = '';
    for (let failures = 0; failures < maxFailures;) {
      try {
        const stack = await read();
        if (!isChanging(stack)) return changeTimeOf(stack) === before ? 'unchanged' : outcomeOf(stack);
        if (!isAnnounced) console.error(waiting);
        isAnnounced = true;
        failures = 0;
      } catch (error) {
        problem = String(error);
        failures++;
      }
      await pause();
    }
    console.error(`CloudFormation did not answer: ${problem}`);
    return 'unknown';
  };
};
