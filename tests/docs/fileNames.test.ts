// Files that the pages for contributors name in backticks exist.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const folders = ['bench', 'bin', 'cli', 'docs', 'editor', 'examples', 'functions', 'infra', 'lib', 'lint', 'tests'];
const paths = [
  ...readdirSync('.'),
  ...folders.flatMap((folder) => [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  ]),
];
const existing = new Set([...paths, ...paths.map((path) => basename(path))]);

const pages = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs/internals').map((page) => `docs/internals/${page}`),
];

/** Files that are built, or that only a project has. */
const generated = /^(?:\.lectern|dist)\//;
const ofProjects = ['backup.json', 'types.d.ts', '/openapi.json', 'tests/cli/upgrade/releases/v0.2.0'];

/** The names of a text that are files by their ending, or paths by their first folder. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, name = '']) => name.replace(/\/$/, ''))
    .filter((name) => /\.(?:tsx?|m?js|css|json|md)$/.test(name) || folders.includes(name.split('/')[0] ?? ''))
    .filter((name) => !generated.test(name) && !ofProjects.includes(name));

it.each(pages)('%s names files that exist', (page) => {
  expect(namesIn(readFileSync(page, 'utf8')).filter((name) => !existing.has(name))).toEqual([]);
});
