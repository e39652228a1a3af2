// @ts-check
// A lint rule: the areas of lib/ import only from earlier areas, through the index.ts of a folder.
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { importedFile } from './importedFile.js';

/** The areas of lib/, from the ground up: code imports from its own area and from those before it (ARCHITECTURE.md). */
const areas = ['schema', 'platform', 'read', 'write', 'events', 'api', 'accounts', 'media', 'describe', 'tools'];

const lib = join(import.meta.dirname, '../lib');

/** @param {string} file an absolute path @returns {number} its area's place; -1 for a file outside the areas, which every area may import */
const rankOf = (file) => areas.indexOf(relative(lib, file).split(sep)[0] ?? '');

/** @param {string} file an absolute path @returns {string | undefined} the nearest folder with an index.ts that holds it */
const moduleOf = (file) => {
  for (let folder = dirname(file); folder.startsWith(lib + sep); folder = dirname(folder))
    if (existsSync(join(folder, 'index.ts'))) return folder;
  return undefined;
};

/**
 * An import comes from the same area or an earlier one, and from the index.ts of its folder.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const imports = {
  create: (context) => {
    const check = (/** @type {import('estree').Node} */ node) => {
      const target = importedFile(context, node);
      if (target === undefined || !target.startsWith(lib + sep)) return;
      const module = moduleOf(target);
      const [from, to] = [rankOf(context.filename), rankOf(target)];
      if (from < 0 && to >= 0)
        context.report({
          node,
          message: `lib/${relative(lib, context.filename)} is for every area, so it imports from none`,
        });
      else if (to > from)
        context.report({ node, message: `lib/${areas[from]} must not import from lib/${areas[to]}, a later area` });
      if (module !== undefined && !context.filename.startsWith(module + sep) && target !== join(module, 'index.ts'))
        context.report({ node, message: `Import from ${relative(lib, module)}/index.ts` });
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
