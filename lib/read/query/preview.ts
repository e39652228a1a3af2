// Reads the query of a preview link, which reads one draft: only `fields`, `populate` and `release` have an effect.
import { invalid } from '../../errors.ts';
import { readReleaseId } from './release.ts';
import { isEmpty, parseTree, type Branch, type Tree } from './tree.ts';
import { readStatus } from './versions.ts';

export interface PreviewQuery {
  readonly token: Tree | undefined;
  /** As the request has it; undefined when absent. */
  readonly locale: Tree | undefined;
  /** The release after which related documents are read. */
  readonly release: number | undefined;
  /** `fields` and `populate`. */
  readonly selection: Branch;
}

/** Parameters that select among documents; a preview has only one. */
const selectingParameters = [
  ...['filters', 'sort', 'pagination', '_q'],
  ...['publicationFilter', 'hasPublishedVersion', 'fallbackLocale'],
];

/**
 * @param text the raw query string
 * @throws ApiError 400 for a parameter that selects among documents, for `status=published`, and for an invalid release
 */
export const readPreviewQuery = (text: string): PreviewQuery => {
  const { preview, locale, status, release, ...others } = parseTree(text);
  const path = selectingParameters.find((name) => name in others);
  if (path !== undefined) throw invalid(`A preview link reads one draft: it does not support ${path}`, { path });
  if (!isEmpty(status) && readStatus(status) === 'published')
    throw invalid('A preview link reads the draft, not the published version', { path: 'status' });
  const selection = Object.entries(others).filter(([name]) => name === 'fields' || name === 'populate');
  return { token: preview, locale, release: readReleaseId(release), selection: Object.fromEntries(selection) };
};
