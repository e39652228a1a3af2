// What was built, read back.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files below a folder, as paths of the site: `/about/index.html`. */
export const filesIn = (folder: string, path = ''): readonly string[] =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(folder, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );

/** Every address in a page: of links, pictures in all their sizes, and styles. */
export const addressesIn = (html: string): readonly string[] =>
  [...html.matchAll(/\s(href|src|srcset)="([^"]*)"/g)].flatMap(([, name, value = '']) =>
    name === 'srcset' ? value.split(', ').map((size) => size.split(' ')[0] ?? '') : [value],
  );

/** Whether there is a page or file at a path of the site. */
export const isThere = (folder: string, path: string): boolean => {
  const file = join(folder, decodeURIComponent(path.split('#')[0] ?? ''));
  return existsSync(file) && (!statSync(file).isDirectory() || existsSync(join(file, 'index.html')));
};

/** The text of a page, its tags and what is between them left out. */
export const textOf = (folder: string, path: string): string =>
  readFileSync(join(folder, path, 'index.html'), 'utf8')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
