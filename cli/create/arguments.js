// @ts-check
// Reads and checks the arguments of `npm create lectern`. In a clone this runs before packages are installed, so it needs none.
import console from 'node:console';
import { statSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { sentenceOf } from '../../bin/scriptOptions.js';
import { requireNewFolder } from './newFolder.js';

/** What a project starts with. */
export const templateNames = /** @type {const} */ (['sample', 'blank']);

/** @typedef {(typeof templateNames)[number]} TemplateName */

/**
 * What the arguments say; undefined where they say nothing.
 *
 * @typedef {object} Arguments
 * @property {string | undefined} folder
 * @property {TemplateName | undefined} template
 * @property {string | undefined} fromStrapi
 * @property {boolean | undefined} aws
 * @property {boolean | undefined} install
 * @property {string | undefined} lectern
 */

const help = `Usage: create-lectern [options] [folder]

Creates a project of Lectern: content types, extensions, and what runs, tests and deploys them.

  folder                   a new or empty folder; its name becomes that of the project

Options:
  --template <name>        sample: a sample site (default), or blank: one small content type
  --from-strapi <project>  takes the content types of a Strapi 5 project
  --aws, --no-aws          whether to add what deploys to AWS (default: --aws)
  --install, --no-install  whether to run npm install (default: --install)
  --lectern <version>      the version of lectern to use, or the path of its package
  -v, --version            prints the version
  -h, --help               prints this text

Without these options it asks on a terminal, and uses the defaults elsewhere.

Examples:
  npm create lectern@latest my-site
  npm create lectern@latest my-site -- --template blank --no-aws
  npm create lectern@latest my-site -- --from-strapi ../strapi`;

/** @type {import('node:util').ParseArgsConfig['options']} */
const options = {
  ...{ template: { type: 'string' }, 'from-strapi': { type: 'string' }, lectern: { type: 'string' } },
  ...{ aws: { type: 'boolean' }, 'no-aws': { type: 'boolean' } },
  ...{ install: { type: 'boolean' }, 'no-install': { type: 'boolean' } },
  ...{ version: { type: 'boolean', short: 'v' }, help: { type: 'boolean', short: 'h' } },
};

/** @param {string} fault */
const invalid = (fault) => new Error(`error: ${fault}\n(--help explains the options)`);

/** @param {readonly string[]} argv @throws Error for an unknown option, or one without its value */
const parse = (argv) => {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw invalid(sentenceOf(error));
  }
};

/** @param {Readonly<Record<string, unknown>>} values */
const requireNoContradiction = (values) => {
  for (const [one, other] of [
    ['template', 'from-strapi'],
    ['aws', 'no-aws'],
    ['install', 'no-install'],
  ])
    if (values[one ?? ''] !== undefined && values[other ?? ''] !== undefined)
      throw invalid(`--${one} and --${other} contradict each other: leave one out`);
};

/**
 * Prints and ends the process for `--help` and `--version`.
 *
 * @param {readonly string[]} argv without the names of the programs
 * @param {string} version of this program
 * @returns {Readonly<Arguments>}
 * @throws Error for invalid arguments, and for those that contradict each other
 */
export const readArguments = (argv, version) => {
  const { values, positionals } = parse(argv);
  if (values.help === true || values.version === true) {
    console.log(values.help === true ? help : version);
    process.exit(0);
  }
  requireNoContradiction(values);
  // As of a variable that a shell does not have.
  for (const [name, value] of Object.entries(values)) if (value === '') throw invalid(`--${name} needs a value`);
  const [folder, second] = positionals;
  if (second !== undefined) throw invalid(`one folder is expected, and ${second} is another one`);
  const template = templateNames.find((name) => name === values.template);
  if (values.template !== undefined && template === undefined)
    throw invalid(`there is no template ${String(values.template)}: write ${templateNames.join(' or ')}`);
  /** @param {string} name */
  const choice = (name) => (values[name] === true ? true : values[`no-${name}`] === true ? false : undefined);
  /** @param {string} name */
  const text = (name) => /** @type {string | undefined} */ (values[name]); // `options` declares no list
  return {
    ...{ folder, template, fromStrapi: text('from-strapi'), lectern: text('lectern') },
    ...{ aws: choice('aws'), install: choice('install') },
  };
};

/** @param {string} path */
const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** @param {string} project @throws Error if there is no such folder */
export const requireStrapiFolder = (project) => {
  if (!isFolder(project)) throw new Error(`There is no folder ${project}: name the folder of a Strapi project.`);
};

/** Whether `--lectern` names a file or a folder, not a version. @param {string} wanted */
const isPath = (wanted) => /^\.{0,2}[/\\]/.test(wanted) || (wanted.endsWith('.tgz') && !wanted.includes(':'));

/**
 * Checks what needs no package, before any work.
 *
 * @param {Readonly<Arguments>} values
 * @param {boolean} isTerminal whether a user can answer questions
 * @throws Error if the folder is missing, is not new, or has a name that no project can have, or a path does not exist
 */
export const checkArguments = async ({ folder, fromStrapi, lectern }, isTerminal) => {
  if (folder !== undefined) await requireNewFolder(folder);
  else if (!isTerminal) throw new Error('Name the folder: npm create lectern@latest my-site');
  if (fromStrapi !== undefined) requireStrapiFolder(fromStrapi);
  if (lectern !== undefined && isPath(lectern) && statSync(lectern, { throwIfNoEntry: false }) === undefined)
    throw new Error(`There is no file ${lectern}: --lectern takes a version, or the path of a package.`);
};
