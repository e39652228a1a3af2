// Links in README.md, ARCHITECTURE.md, docs/ and texts of programs lead to existing files and headings, and tables are whole.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFiles } from '../../cli/create/projectFiles.ts';
import { ownLock } from '../cli/packages/ownLock.ts';
import { brokenLinks, targetExists, textOf } from './brokenLinks.ts';

const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);

const docs = filesIn('docs', /\.md$/);
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs];

it.each(pages)('%s has no broken links', (page) => {
  expect(brokenLinks('.', page)).toEqual([]);
});

it.each(pages)('%s has whole tables', (page) => {
  const blocks = textOf(page).match(/(?:^\|.*\n)+/gm) ?? [];
  expect(blocks.filter((block) => !/^\|.*\n\| *:?-/.test(block))).toEqual([]);
});

it('the pages that programs and new projects name exist', () => {
  const sources = [
    ...['lib', 'cli'].flatMap((folder) => filesIn(folder, /\.(?:ts|md)$/)),
    ...filesIn('editor/src', /\.tsx?$/),
  ];
  const named = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:node_modules\/lectern\/|\b(?=docs\/))([\w/-]+\.md(?:#[\w-]+)?)/g)].map(
      ([, path = '']) => [file, path],
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  const isBroken = ([, path = '']: readonly string[]) => !targetExists('.', 'README.md', path);
  expect(named.filter(isBroken)).toEqual([]);
});

it('the pages name scripts, services and paths that a new project has', async () => {
  const options = { name: 'site', lectern: '1', aws: true, lock: ownLock, locked: {}, source: 'blank' } as const;
  const files = await projectFiles('cli/create/template', options);
  const { scripts } = JSON.parse(String(files.get('package.json'))) as { readonly scripts: object };
  const { services } = parse(String(files.get('compose.yaml'))) as { readonly services: object };
  const named = (pattern: RegExp): readonly string[] =>
    docs
      .filter((page) => !page.includes('/internals/'))
      .flatMap((page) => [...readFileSync(page, 'utf8').matchAll(pattern)].map(([, name = '']) => name));
  // Of Lectern's repository.
  const ofClone = ['create', 'bench'];
  expect(named(/npm run (\w+)/g).filter((name) => !(name in scripts) && !ofClone.includes(name))).toEqual([]);
  expect(named(/docker compose exec (\w+)/g).filter((name) => !(name in services))).toEqual([]);
  expect(named(/[` ]((?:bin|infra)\/\w+)/g)).toEqual([]);
});

/** The pages that a page links to, as paths from the root. */
const linkedFrom = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => join(dirname(page), link).replaceAll('\\', '/'));

it('the index links to every page for users, and ARCHITECTURE.md to every page for contributors', () => {
  const linked = new Set(['README.md', 'ARCHITECTURE.md', 'docs/README.md', 'CONTRIBUTING.md'].flatMap(linkedFrom));
  expect(docs.filter((page) => !linked.has(page))).toEqual([]);
});
