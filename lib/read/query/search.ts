// _q: a text looked for in every attribute that can be searched; which ones and how as in the reference, but for private ones.
import { invalid } from '../../errors.ts';
import type { ContentType, ScalarAttribute } from '../../schema/index.ts';
import { visible, type Scope } from './scope.ts';
import type { Tree } from './tree.ts';
import type { Filter } from './types.ts';

const isSearched = ({ value }: ScalarAttribute): boolean =>
  value === 'text' || value === 'integer' || value === 'biginteger' || value === 'number';

/**
 * @returns the condition; undefined when nothing is looked for
 * @throws ApiError 400 when it is not one text, or no text that could be stored
 */
export const readSearch = (tree: Tree | undefined, type: ContentType, scope: Scope): Filter | undefined => {
  if (tree === undefined || tree === null || tree === '') return undefined;
  // Texts are stored without NUL: MongoDB's patterns cannot name it.
  if (typeof tree !== 'string' || tree.includes('\0'))
    throw invalid('The _q parameter must be a text without NUL', { path: '_q' });
  const attributes = [...type.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' && isSearched(attribute) && visible(scope, attribute),
  );
  return { kind: 'search', text: tree, attributes };
};
