// Where in documents links stand: at the top, and in components at any depth.
import { componentOf } from './lookup.ts';
import type { Attribute, Schema } from './types.ts';

/** The components that may stand in an attribute, by their uid; none where it holds something else. */
export const componentsIn = (attribute: Attribute): readonly string[] =>
  attribute.kind === 'component' ? [attribute.component] : attribute.kind === 'dynamiczone' ? attribute.components : [];

/**
 * The paths in documents, from their attribute on, at which certain links may stand; each once. Those in a component
 * that stands within one of the same kind are not among them: there would be no end.
 *
 * @param holds whether they stand in such an attribute
 * @param within the components around it
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
