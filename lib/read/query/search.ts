// Reads `_q`: a text to search in the same attributes as Strapi, without private ones.
import { invalid } from '../../errors.ts';
import type { ContentType, ScalarAttribute } from '../../schema/index.ts';
import { isVisible, type Scope } from './scope.ts';
import type { Tree } from './tree.ts';
import type { Filter } from './types.ts';

const isSearched = ({ value }: ScalarAttribute): boolean =>
  value === 'text' || value === 'integer' || value === 'biginteger' || value === 'number';

/**
 * @returns the filter; undefined when there is nothing to search for
 * @throws ApiError 400 when it is not a single text, or contains NUL
 */
export const readSearch = (tree: Tree | undefined, type: ContentType, scope: Scope): Filter | undefined => {
  if (tree === undefined || tree === null || tree === '') return undefined;
  // MongoDB's regular expressions cannot contain NUL, so no text is stored with one.
  if (typeof tree !== 'string' || tree.includes('\0'))
    throw invalid('The _q parameter must be a text without NUL', { path: '_q' });
  const attributes = [...type.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' && isSearched(attribute) && isVisible(scope, attribute),
  );
  return { kind: 'search', text: tree, attributes };
};
