// @ts-check
// A lint rule: the areas of lib/, the functions and the commands import only from earlier ones, through the index.ts of a folder.
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { importedFile } from './importedFile.js';

/**
 * The areas of lib/, from the ground up, then what uses them: code imports from its own area and from those before it
 * (ARCHITECTURE.md).
 */
const areas = [
  'schema',
  'contracts',
  'platform',
  'read',
  'search',
  'write',
  'history',
  'events',
  'releases',
  'comments',
  'bulkJobs',
  'api',
  'accounts',
  'media',
  'background',
  'describe',
  'mcp',
  'graphql',
  'editorApi',
  'server',
  'functions',
  'cli',
];

const root = join(import.meta.dirname, '..');

/** @param {string} file an absolute path @returns {string} the path from the areas' point of view: `read/plan/…`, `cli/seed/…` */
const areaPath = (file) => relative(root, file).replace(`lib${sep}`, '');

/** @param {string} file an absolute path @returns {number} its area's place; -1 for a file of lib/ outside the areas, which every area may import */
const rankOf = (file) => areas.indexOf(areaPath(file).split(sep)[0] ?? '');

/** @param {string} file an absolute path @returns {string | undefined} the nearest folder with an index.ts that holds it */
const moduleOf = (file) => {
  for (let folder = dirname(file); folder.startsWith(root + sep); folder = dirname(folder))
    if (existsSync(join(folder, 'index.ts'))) return folder;
  return undefined;
};

/** Whether a file declares a command or starts its work. The help of `lectern` loads these, and not the folder's index. */
const isCommandFile = (/** @type {string} */ file) => /(Program|Command)\.ts$/.test(file);

/** Whether a file declares a contract: data that every area may import, and the browser its types. */
const isContract = (/** @type {string} */ file) => file.endsWith(`${sep}contract.ts`);

/**
 * An import comes from the same area or an earlier one, and from the index.ts of its folder.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const imports = {
  create: (context) => {
    const check = (/** @type {import('estree').Node} */ node) => {
      const target = importedFile(context, node);
      if (target === undefined || !['lib', 'functions', 'cli'].some((one) => target.startsWith(join(root, one) + sep)))
        return;
      if (isContract(target)) return;
      const module = moduleOf(target);
      const [from, to] = [rankOf(context.filename), rankOf(target)];
      if (from < 0 && to >= 0)
        context.report({
          node,
          message: `${relative(root, context.filename)} is for every area, so it imports from none`,
        });
      else if (to > from)
        context.report({ node, message: `${areas[from]} must not import from ${areas[to]}, which comes later` });
      if (isCommandFile(target)) return;
      if (module !== undefined && !context.filename.startsWith(module + sep) && target !== join(module, 'index.ts'))
        context.report({ node, message: `Import from ${relative(root, module)}/index.ts` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { rules: { imports } };
