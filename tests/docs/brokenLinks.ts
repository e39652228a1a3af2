// Finds links of Markdown pages that lead nowhere.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The text of a page without code. */
export const textOf = (page: string): string => readFileSync(page, 'utf8').replaceAll(/```[\s\S]*?```/g, '');

/** The anchor that GitHub makes of a heading. */
const anchorsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Whether a link of a page leads to a file, and a heading, inside of the root. */
export const targetExists = (root: string, page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (relative(root, target).startsWith('..') || !existsSync(target)) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
};

/**
 * @param root the folder that the links must not leave
 * @param page its path in that folder
 * @returns the links to files and headings that do not exist
 */
export const brokenLinks = (root: string, page: string): readonly string[] =>
  [...textOf(join(root, page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !targetExists(root, join(root, page), link));
