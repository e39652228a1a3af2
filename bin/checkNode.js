// @ts-check
// Ends the process on a Node that is too old. Entries call it before they load any other module, so it runs on old ones too.
import console from 'node:console';
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** @param {string} version @returns {readonly [number, number]} major and minor */
const numbersOf = (version) => {
  const [major, minor] = version.replace(/^\D+/, '').split('.');
  return [Number(major), Number(minor)];
};

/**
 * Prints one sentence and ends the process if this Node is older than the package needs.
 *
 * @param {URL} packageFile the `package.json`, whose `engines` names the oldest Node first
 */
export const checkNode = (packageFile) => {
  /** @type {unknown} */
  const json = JSON.parse(readFileSync(packageFile, 'utf8'));
  const { name, engines } = /** @type {{ readonly name: string, readonly engines: { readonly node: string } }} */ (
    json
  );
  const [[major, minor], [neededMajor, neededMinor]] = [numbersOf(process.versions.node), numbersOf(engines.node)];
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  console.error(
    `${name} needs Node ${neededMajor}.${neededMinor} or later, and this is Node ${process.versions.node}.`,
  );
  process.exit(1);
};
