// Reads `_q`: a text to search in the same attributes as Strapi, without private ones; or a whole documentId.
import { invalid } from '../../errors.ts';
import { identityAttributes, type ContentType, type ScalarAttribute, type ValueKind } from '../../schema/index.ts';
import { isVisible, type Scope } from './scope.ts';
import { isEmpty, type Tree } from './tree.ts';
import type { Filter } from './types.ts';

const searchedValues: readonly ValueKind[] = ['text', 'integer', 'biginteger', 'number'];

/** Strapi also finds parts of a documentId. A part is no word, so most matches would be by chance. */
const documentIdPattern = /^[a-z\d]{24}$/i;

const [, documentIdAttribute] = identityAttributes;

const equalsDocumentId = (documentId: string): Filter => ({
  kind: 'compare',
  attribute: documentIdAttribute,
  operator: 'eq',
  negated: false,
  operands: [documentId.toLowerCase()],
});

/**
 * @returns the filter; undefined when there is nothing to search for
 * @throws ApiError 400 when it is not a single text, or contains NUL
 */
export const readSearch = (tree: Tree | undefined, type: ContentType, scope: Scope): Filter | undefined => {
  if (isEmpty(tree)) return undefined;
  // MongoDB's regular expressions cannot contain NUL, so no text is stored with one.
  if (typeof tree !== 'string' || tree.includes('\0'))
    throw invalid('The _q parameter must be a text without NUL', { path: '_q' });
  const attributes = [...type.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' &&
      attribute.searchable !== false &&
      searchedValues.includes(attribute.value) &&
      isVisible(scope, attribute),
  );
  const search: Filter = { kind: 'search', text: tree, attributes };
  return documentIdPattern.test(tree) ? { kind: 'or', of: [equalsDocumentId(tree), search] } : search;
};
