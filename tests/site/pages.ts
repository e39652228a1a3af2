// Reads the built site.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files below a folder, as paths in the site: `/about/index.html`. */
export const filesIn = (folder: string, path = ''): readonly string[] =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(folder, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
  );

/** Every URL in a page: of links, styles, and pictures in all sizes. */
export const addressesIn = (html: string): readonly string[] =>
  [...html.matchAll(/\s(href|src|srcset)="([^"]*)"/g)].flatMap(([, name, value = '']) =>
    name === 'srcset' ? value.split(', ').map((size) => size.split(' ')[0] ?? '') : [value],
  );

/** Whether a path of the site has a page or file. */
export const pathExists = (folder: string, path: string): boolean => {
  const file = join(folder, decodeURIComponent(path.split('#')[0] ?? ''));
  return existsSync(file) && (!statSync(file).isDirectory() || existsSync(join(file, 'index.html')));
};

/** The text of a page without its tags. */
export const textOf = (folder: string, path: string): string =>
  readFileSync(join(folder, path, 'index.html'), 'utf8')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
