// @ts-check
// Lets one process at a time write what several build in the same place.
import console from 'node:console';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** @param {unknown} error @param {string} code */
const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;

/** @param {string} file @returns {boolean} whether this process has created it */
const create = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

/** @param {string} file @returns {number | undefined} the id of the process that created it; undefined if it is gone */
const readOwner = (file) => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/** @param {number} id */
const isRunning = (id) => {
  // A process that was killed may have had the id of this one, as in a container.
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: it belongs to another user.
    return !hasCode(error, 'ESRCH');
  }
};

/**
 * Waits until no other process has the lock. This process has it until it ends.
 *
 * @param {string} file
 * @param {string} work what the lock is for, as in "Another process …"
 */
export const takeLock = async (file, work) => {
  mkdirSync(dirname(file), { recursive: true });
  for (let said = false; !create(file);) {
    const owner = readOwner(file);
    if (owner === undefined) continue;
    if (!isRunning(owner)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!said) console.error(`Another process ${work}: waiting for it. If there is none, delete ${file}`);
    said = true;
    await setTimeout(200);
  }
  process.once('exit', () => {
    rmSync(file, { force: true });
  });
};
