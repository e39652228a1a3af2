// @ts-check
// The reserved concurrency of the functions: together they never have more connections to MongoDB than a parameter says.
import { readWebSettings } from './configuration.js';
import { lambdaOf } from './lambdas.js';

/** The connections of one instance of a function: three of its pool, and that of the driver's monitor. */
const connectionsOfInstance = 4;

/**
 * Each function has one instance, and its share of the rest.
 *
 * @param {readonly string[]} names of all functions
 * @param {Pick<import('./stage.js').Stage, 'connections'>} stage
 * @returns {(name: string) => number | undefined} undefined: nothing is reserved
 * @throws Error if there are fewer connections than the functions need, and all environments of a web function
 */
export const concurrencyOf = (names, { connections }) => {
  if (connections === 0) return () => undefined;
  const { environments = 0, poolSize = 0 } = readWebSettings() ?? {};
  const ofWeb = environments * (poolSize + 2); // two are for the driver's monitors
  const least = names.length * connectionsOfInstance + ofWeb;
  if (connections < least)
    throw new Error(
      `The parameter "connections": write at least ${least}, ${ofWeb === 0 ? '' : `${ofWeb} for deploy.environments in lectern.json and `}${connectionsOfInstance} for each function`,
    );
  /** @param {string} name */
  const shareOf = (name) => lambdaOf(name).share ?? 1;
  const shares = names.reduce((sum, name) => sum + shareOf(name), 0);
  const rest = Math.floor((connections - ofWeb) / connectionsOfInstance) - names.length;
  return (name) => 1 + Math.floor((rest * shareOf(name)) / shares);
};
