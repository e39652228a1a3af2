// Lists the paths of links in documents: at the top, and in components at any depth.
import { componentOf } from './schemaLookup.ts';
import type { Attribute, Schema } from './types.ts';

/** The uids of the components that an attribute may contain; empty for attributes of other kinds. */
export const componentsIn = (attribute: Attribute): readonly string[] =>
  attribute.kind === 'component' ? [attribute.component] : attribute.kind === 'dynamiczone' ? attribute.components : [];

/**
 * The distinct paths below an attribute where certain links may be. The paths end at a component that contains itself,
 * because they would be infinite.
 *
 * @param holdsLinks whether an attribute holds such links
 * @param enclosing the components that enclose the attribute
 */
export const linkPaths = (
  attribute: Attribute,
  holdsLinks: (attribute: Attribute) => boolean,
  schema: Schema,
  enclosing: readonly string[] = [],
): readonly string[] => {
  if (holdsLinks(attribute)) return [`${attribute.name}.to`];
  const paths = componentsIn(attribute)
    .filter((uid) => !enclosing.includes(uid))
    .flatMap((uid) =>
      [...componentOf(schema, uid).attributes.values()].flatMap((inner) =>
        linkPaths(inner, holdsLinks, schema, [...enclosing, uid]),
      ),
    );
  return [...new Set(paths)].map((path) => `${attribute.name}.${path}`);
};
