// Answers links as they are stored.
import type { Link } from '../../platform/db/index.ts';
import type { PopulatedLinks } from '../query/index.ts';

/**
 * Links as they are stored. `at`, the position in the inverse side's order, is included only when there is an inverse
 * side.
 */
export const namedLinks = ({ attribute, names }: PopulatedLinks, links: readonly Link[]): unknown => {
  const hasOrder = attribute.kind === 'morph' || (attribute.side.holds === 'links' && 'inversedBy' in attribute.side);
  const named = links.flatMap(({ to, at, type = attribute.kind === 'relation' ? attribute.target : '' }) => {
    const name = names.get(type);
    return name === undefined ? [] : [{ type: name, documentId: to, ...(hasOrder ? { at } : {}) }];
  });
  return attribute.many ? named : (named[0] ?? null);
};
