// Links in README.md, ARCHITECTURE.md and docs/ lead to existing files and headings.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file.replaceAll('\\', '/')}`);
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...docs];

const textOf = (page: string): string => readFileSync(page, 'utf8').replaceAll(/```[\s\S]*?```/g, '');

/** The anchor that GitHub makes of a heading. */
const anchorsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const targetExists = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
};

it.each(pages)('%s has no broken links', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const own = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(own.filter((link) => !targetExists(page, link))).toEqual([]);
});

/** The pages that a page links to, as paths from the root. */
const linkedFrom = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => join(dirname(page), link).replaceAll('\\', '/'));

it('the index links to every page for users, and ARCHITECTURE.md to every page for contributors', () => {
  const linked = new Set(['README.md', 'ARCHITECTURE.md', 'docs/README.md', 'CONTRIBUTING.md'].flatMap(linkedFrom));
  expect(docs.filter((page) => !linked.has(page))).toEqual([]);
});
