import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { plainNames } from './eslint/plainNames.js';

/** The areas of lib/, from the ground up: code imports from its own area and from those before it (ARCHITECTURE.md). */
const areas = ['schema', 'platform', 'read', 'write', 'events', 'api', 'accounts', 'media', 'describe', 'tools'];

const lib = join(import.meta.dirname, 'lib');

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
    const check = (/** @type {import('estree').Node & { source?: unknown }} */ node) => {
      const source = /** @type {{ value?: unknown } | null | undefined} */ (node.source)?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const target = join(dirname(context.filename), source);
      const module = moduleOf(target);
      if (!target.startsWith(lib + sep)) return;
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

/** The folders of the editor from the ground up, by their places: code imports from its own folder and from lower places. */
const editorPlaces = new Map([
  ...['ui', 'messages', 'api', 'schema', 'permissions'].map((folder) => /** @type {const} */ ([folder, 0])),
  ...['form'].map((folder) => /** @type {const} */ ([folder, 1])),
  ...['fields'].map((folder) => /** @type {const} */ ([folder, 2])),
  ...['lists', 'media', 'document', 'admin', 'account'].map((folder) => /** @type {const} */ ([folder, 3])),
  ...['app'].map((folder) => /** @type {const} */ ([folder, 4])),
]);

const editor = join(import.meta.dirname, 'editor/src');

/** The modules of lib/ that browsers can run. */
const forBrowsers = ['schema', join('read', 'operators')].map((folder) => join(lib, folder) + sep);

/**
 * Static imports of the editor go to lower folders. `import()` may go anywhere: it loads a screen or a field when it is needed.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
const editorImports = {
  create: (context) => {
    const folderOf = (/** @type {string} */ file) => relative(editor, file).split(sep)[0] ?? '';
    const check = (/** @type {import('estree').Node & { source?: unknown }} */ node) => {
      const source = /** @type {{ value?: unknown } | null | undefined} */ (node.source)?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const target = join(dirname(context.filename), source);
      if (target.startsWith(lib + sep) && !forBrowsers.some((folder) => target.startsWith(folder)))
        context.report({ node, message: 'The editor imports only lib/schema and lib/read/operators' });
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

export default defineConfig(
  // These examples and templates use packages that only they install. Their own builds check their types.
  {
    ignores: [
      ...['dist/', '.lectern/', '.serverless/', '.data/', 'node_modules/'],
      ...['examples/site/.compiled/', 'examples/site/_site/', 'examples/site/.builds/'],
      ...['examples/site/src/eleventy.config.ts', 'examples/astro/', 'examples/next/'],
      'lib/tools/create/template/',
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { regexp, names: { rules: { plain: plainNames } } },
    rules: {
      'names/plain': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    // A caller's text must not keep a pattern busy. Those of schema files are checked by lib/schema/slowRegexFault.ts.
    files: ['lib/**', 'functions/**'],
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // Tests look into JSON of every form; what they expect of it is what they assert.
    files: ['tests/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['editor/src/**'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    plugins: { editor: { rules: { imports: editorImports } } },
    rules: { 'editor/imports': 'error' },
  },
  {
    files: ['lib/**'],
    plugins: { areas: { rules: { imports } } },
    rules: { 'areas/imports': 'error' },
  },
);
