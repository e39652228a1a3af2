// Reads publicationFilter and hasPublishedVersion: conditions on how the draft and the published version differ.
import { invalid } from '../../errors.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Scope } from './scope.ts';
import { booleanOf, type Tree } from './tree.ts';
import { publications, type Filter, type Publication } from './types.ts';

const isPublication = (tree: Tree | undefined): tree is Publication =>
  publications.some((publication) => publication === tree);

/**
 * @returns the conditions; a type without drafts ignores the parameters
 * @throws ApiError 400 for an unknown value
 */
export const readPublication = (
  publication: Tree | undefined,
  hasPublishedVersion: Tree | undefined,
  type: ContentType,
  { status, locales }: Pick<Scope, 'status' | 'locales'>,
): readonly Filter[] => {
  if (publication !== undefined && !isPublication(publication))
    throw invalid(`Invalid value for 'publicationFilter'. Expected one of: ${publications.join(', ')}.`, {
      source: 'query',
      param: 'publicationFilter',
    });
  const has = booleanOf(hasPublishedVersion);
  if (hasPublishedVersion !== undefined && has === undefined)
    throw invalid("Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.");
  if (!type.draftAndPublish) return [];
  // As in Strapi, `publicationFilter` counts beside it, and it is about the document in all its locales.
  const requested =
    publication ??
    (has === undefined ? undefined : has ? 'has-published-version-document' : 'never-published-document');
  if (requested === undefined) return [];
  // Some values describe published versions only, so no draft matches them.
  const none = status === 'draft' && requested.startsWith('published-');
  return [none ? { kind: 'or', of: [] } : { kind: 'publication', publication: requested, type, locales }];
};
