// The query of a preview link: one draft, of which what is answered can be chosen, and nothing else.
import { invalid } from '../../errors.ts';
import { parseTree, type Branch, type Tree } from './tree.ts';
import { readStatus } from './versions.ts';

export interface PreviewQuery {
  readonly token: Tree | undefined;
  /** As it came; undefined where none is named. */
  readonly locale: Tree | undefined;
  /** `fields` and `populate`. */
  readonly selection: Branch;
}

/** What chooses among documents, of which there is one. */
const choosing = [
  ...['filters', 'sort', 'pagination', '_q'],
  ...['publicationFilter', 'hasPublishedVersion', 'fallbackLocale'],
];

/**
 * @param text the raw query string
 * @throws ApiError 400 for a parameter that would choose among documents, and for the published version
 */
export const readPreviewQuery = (text: string): PreviewQuery => {
  const { preview, locale, status, ...others } = parseTree(text);
  const path = choosing.find((name) => name in others);
  if (path !== undefined) throw invalid(`A preview link reads one draft: ${path} means nothing there`, { path });
  if (status !== undefined && readStatus(status) === 'published')
    throw invalid('A preview link reads the draft, not the published version', { path: 'status' });
  const selection = Object.entries(others).filter(([name]) => name === 'fields' || name === 'populate');
  return { token: preview, locale, selection: Object.fromEntries(selection) };
};
