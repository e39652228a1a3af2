import eslint from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Dependencies point one way: what each folder of lib/ may import from beside it (ARCHITECTURE.md). */
const mayUse = {
  schema: [],
  types: ['schema'],
  config: ['schema'],
  bucket: ['config', 'errors'],
  mail: ['config'],
  db: ['schema'],
  scaffold: ['db', 'schema'],
  migrate: ['documents', 'input', 'access', 'db', 'schema', 'service', 'errors'],
  access: ['db', 'schema', 'errors'],
  locales: ['db', 'schema', 'plain-body', 'errors'],
  tokens: ['access', 'config', 'db', 'schema', 'service', 'plain-body', 'errors'],
  query: ['access', 'schema', 'errors'],
  pipeline: ['query', 'schema', 'errors'],
  input: ['schema', 'errors'],
  documents: ['input', 'query', 'db', 'schema', 'service', 'passwords', 'errors'],
  read: ['bucket', 'pipeline', 'query', 'db', 'schema', 'service', 'shown', 'timings', 'errors'],
  roles: ['access', 'documents', 'read', 'query', 'http', 'db', 'schema', 'service', 'errors'],
  guard: ['access', 'documents', 'read', 'query', 'db', 'schema', 'service', 'errors'],
  users: [
    'access',
    'roles',
    'guard',
    'documents',
    'read',
    'query',
    'http',
    'mail',
    'input',
    'db',
    'config',
    'schema',
    'service',
    'passwords',
    'errors',
  ],
  bulk: ['guard', 'documents', 'read', 'http', 'query', 'access', 'db', 'schema', 'service', 'errors'],
  media: [
    'guard',
    'documents',
    'read',
    'http',
    'query',
    'access',
    'bucket',
    'config',
    'db',
    'schema',
    'service',
    'plain-body',
    'errors',
  ],
  webhooks: ['access', 'config', 'db', 'http', 'schema', 'service', 'plain-body', 'errors'],
  events: ['webhooks', 'read', 'query', 'db', 'schema', 'service', 'timings', 'errors'],
  preview: ['read', 'http', 'query', 'config', 'schema', 'service', 'timings', 'plain-body', 'errors'],
  sync: ['pipeline', 'read', 'query', 'access', 'db', 'schema', 'service', 'timings', 'errors'],
  abuse: ['http', 'db', 'service', 'errors'],
  openapi: [
    'access',
    'users',
    'webhooks',
    'read',
    'query',
    'http',
    'input',
    'config',
    'schema',
    'service',
    'recent',
    'timings',
    'errors',
  ],
  once: ['documents', 'http', 'access', 'db', 'service', 'errors'],
  http: ['access', 'query', 'db', 'schema', 'service', 'shown', 'timings', 'errors'],
};

/** @type {import('eslint').Linter.Config[]} */
const oneWay = Object.entries(mayUse).map(([folder, allowed]) => ({
  files: [`lib/${folder}/**`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: String.raw`^\.\./(?!(?:${allowed.join('|') || 'nothing'})(?:\.ts$|/index\.ts$))`,
            message: `lib/${folder} may use ${allowed.join(', ') || 'nobody'}, each by its index.ts`,
          },
        ],
      },
    ],
  },
}));

export default defineConfig(
  // The site's build and its configuration of Eleventy use what only the site installs.
  {
    ignores: [
      ...['dist/', '.serverless/', '.data/', 'node_modules/'],
      ...['examples/site/.compiled/', 'examples/site/_site/', 'examples/site/.builds/'],
      'examples/site/src/eleventy.config.ts',
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { regexp },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    // A caller's text must not keep a pattern busy. Those of schema files are checked by lib/schema/checkRegex.ts.
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
  oneWay,
);
