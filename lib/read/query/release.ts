// Reads `release`: the release after which a query reads the site.
import { invalid } from '../../errors.ts';
import { isEmpty, type Branch, type Tree } from './tree.ts';

const refuse = (message: string, value?: Tree) => invalid(message, { path: 'release', value });

/** What a query of a future release cannot have: it reads published versions, which no index of words contains. */
const otherParameters = ['search', 'view', 'publicationFilter', 'hasPublishedVersion'] as const;

/**
 * @returns the id of the release; undefined if there is none
 * @throws ApiError 400 for anything but an id
 */
export const readReleaseId = (tree: Tree | undefined): number | undefined => {
  if (isEmpty(tree)) return undefined;
  if (typeof tree !== 'string' || !/^[1-9]\d{0,14}$/.test(tree))
    throw refuse('Invalid release. release must be the id of a release', tree);
  return Number(tree);
};

/**
 * @param isServed whether the request can have a release: a list, or one document, that a client reads
 * @returns as `readReleaseId`
 * @throws ApiError 400 for a release without `status=draft`, for one beside parameters that do not go with it, and where there can
 *   be none
 */
export const readRelease = (tree: Branch, isServed: boolean): number | undefined => {
  const release = readReleaseId(tree.release);
  if (release === undefined) return undefined;
  if (!isServed) throw refuse('Invalid parameter release: only lists and documents can be read after a release');
  if (tree.status !== 'draft') throw refuse('release needs status=draft: it shows what is not published yet');
  const other = otherParameters.find((name) => !isEmpty(tree[name]));
  if (other !== undefined) throw refuse(`release cannot be combined with ${other}`);
  return release;
};
