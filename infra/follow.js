// @ts-check
// Runs the part of a deployment that copies what is written while the functions change (cli/deploy/followDeployment.ts).
import { spawn } from 'node:child_process';
import console from 'node:console';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/**
 * @typedef {object} Follower
 * @property {boolean} hasMigration whether a migration is not finished; otherwise there is nothing to follow
 * @property {() => void} requireRunning throws an Error if it has to begin again, and has not done so yet
 * @property {() => Promise<void>} end ends it when it has copied what was written before
 */

const failure = '`lectern follow-deployment` failed';

/**
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 * @throws Error if it ends before it has begun
 */
const begin = async (program, env) => {
  const child = spawn(process.execPath, [program, 'follow-deployment'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const line = await Promise.race([once(child.stdout, 'data'), closed.then(() => undefined)]);
  if (line === undefined) throw new Error(failure);
  return { hasMigration: String(line[0]).startsWith('migration'), closed, stop: () => child.stdin.end() };
};

/** Milliseconds until it begins again. */
const restartMs = 1_000;

/**
 * Starts it, waits until it has begun, and starts it again if it ends too early: when it begins, it also copies what was written before.
 *
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Follower>}
 * @throws Error if it does not begin
 */
export const follow = async (program, env) => {
  let current = await begin(program, env);
  const { hasMigration } = current;
  let isRunning = true;
  let isOver = !hasMigration;
  const isEnding = () => isOver;
  const work = (async () => {
    for (;;) {
      await current.closed;
      if (isEnding()) return;
      isRunning = false;
      console.error(`${failure}: it begins again`);
      await setTimeout(restartMs);
      if (isEnding()) return;
      try {
        current = await begin(program, env);
        isRunning = true;
      } catch {
        // It has printed the reason.
      }
      if (isEnding()) current.stop();
    }
  })();
  return {
    hasMigration,
    requireRunning: () => {
      if (!isRunning) throw new Error(`${failure}: the functions have not changed`);
    },
    end: async () => {
      isOver = true;
      current.stop();
      await work;
    },
  };
};
