// The command `lectern compare`.
import { readFile } from 'node:fs/promises';
import { compareServers, formatComparison, isEqual, serverAt } from './index.ts';
import { siteOf } from '../../lib/platform/site.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface CompareOptions {
  /** A token of Strapi. */
  readonly token?: string;
  readonly lecternUrl: string;
  readonly lecternToken?: string;
  readonly documents: number;
  /** A file with a path in each line. */
  readonly requests?: string;
}

/** @throws Error naming the first line that is no path */
const readPaths = async (file: string): Promise<readonly string[]> => {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const paths = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const invalid = paths.find((path) => !path.startsWith('/'));
  if (invalid !== undefined)
    throw new Error(`${file} must have a path in each line, such as /api/articles, not ${invalid}`);
  return paths;
};

/** Prints how the answers of a Strapi differ from those of a Lectern. @returns whether all differences are explained */
export const compareWithStrapi = async (
  terminal: Terminal,
  strapiUrl: string,
  { token, lecternUrl, lecternToken, documents, requests }: CompareOptions,
): Promise<boolean> => {
  const strapi = serverAt('Strapi', strapiUrl, token);
  const lectern = serverAt('Lectern', lecternUrl, lecternToken);
  const paths = requests === undefined ? [] : await readPaths(requests);
  const { schema } = await siteOf(terminal.env);
  const comparison = await compareServers({
    strapi,
    lectern,
    schema,
    maxDocuments: documents,
    paths,
    log: terminal.log,
  });
  for (const line of formatComparison(comparison)) terminal.print(line);
  return isEqual(comparison);
};
