// Lists the paths of links in documents: at the top, and in components at any depth.
import { componentOf } from './lookup.ts';
import type { Attribute, Schema } from './types.ts';

/** The uids of the components that an attribute may contain; empty for attributes of other kinds. */
export const componentsIn = (attribute: Attribute): readonly string[] =>
  attribute.kind === 'component' ? [attribute.component] : attribute.kind === 'dynamiczone' ? attribute.components : [];

/**
 * The distinct paths below an attribute where certain links may be. The paths end at a component that contains itself,
 * because they would be infinite.
 *
 * @param holds whether an attribute holds such links
 * @param within the components that enclose the attribute
 */
export const linkPaths = (
  attribute: Attribute,
  holds: (attribute: Attribute) => boolean,
  schema: Schema,
  within: readonly string[] = [],
): readonly string[] => {
  if (holds(attribute)) return [`${attribute.name}.to`];
  const paths = componentsIn(attribute)
    .filter((uid) => !within.includes(uid))
    .flatMap((uid) =>
      [...componentOf(schema, uid).attributes.values()].flatMap((inner) =>
        linkPaths(inner, holds, schema, [...within, uid]),
      ),
    );
  return [...new Set(paths)].map((path) => `${attribute.name}.${path}`);
};
