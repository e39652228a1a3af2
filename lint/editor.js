// @ts-check
// A lint rule: the folders of the editor import only from lower folders, and little of lib/.
import { join, relative, sep } from 'node:path';
import { importedFile } from './importedFile.js';

/** The folders of the editor from the ground up, by their places: code imports from its own folder and from lower places. */
const editorPlaces = new Map([
  ...['ui', 'messages', 'api', 'schema'].map((folder) => /** @type {const} */ ([folder, 0])),
  ...['form'].map((folder) => /** @type {const} */ ([folder, 1])),
  ...['fields'].map((folder) => /** @type {const} */ ([folder, 2])),
  ...['releases', 'trash'].map((folder) => /** @type {const} */ ([folder, 3])),
  ...['lists', 'media', 'document', 'admin', 'account'].map((folder) => /** @type {const} */ ([folder, 4])),
  ...['app'].map((folder) => /** @type {const} */ ([folder, 5])),
]);

const editor = join(import.meta.dirname, '../editor/src');

const lib = join(import.meta.dirname, '../lib');

/** The modules of lib/ that browsers can run. */
const forBrowsers = [
  ...['schema', join('read', 'operators')].map((folder) => join(lib, folder) + sep),
  join(lib, 'releases', 'zonedTimes.ts'),
  ...['tokenTypes.ts', 'eventNames.ts', 'editorPermissions.ts'].map((file) => join(lib, 'platform', file)),
];

/**
 * Static imports of the editor go to lower folders. `import()` may go anywhere: it loads a screen or a field when it is needed.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const imports = {
  create: (context) => {
    const folderOf = (/** @type {string} */ file) => relative(editor, file).split(sep)[0] ?? '';
    const check = (/** @type {import('estree').Node} */ node) => {
      const target = importedFile(context, node);
      if (target === undefined) return;
      const isType = 'importKind' in node && node.importKind === 'type';
      const isContract = isType && /\b(?:contract|allContracts)\.ts$/.test(target);
      if (target.startsWith(lib + sep) && !isContract && !forBrowsers.some((start) => target.startsWith(start)))
        context.report({
          node,
          message:
            'The editor imports only lib/schema, lib/read/operators, a few files of data, and types of contracts',
        });
      const [from, to] = [folderOf(context.filename), folderOf(target)];
      const [place, targetPlace] = [editorPlaces.get(from), editorPlaces.get(to)];
      if (
        from !== to &&
        place !== undefined &&
        targetPlace !== undefined &&
        (place === 0 ? targetPlace > 0 : targetPlace >= place)
      )
        context.report({ node, message: `editor/src/${from} must not import from editor/src/${to}` });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

export default { rules: { imports } };
