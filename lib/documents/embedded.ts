// Links inside of components and zones: where they stand, and what is left of a value without some of them.
import {
  componentOf,
  keepsLinks,
  type Attribute,
  type Attributes,
  type ContentType,
  type Schema,
} from '../schema/index.ts';
import type { Link, StoredComponent } from '../db/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether links to documents of the type may stand in the attribute. */
export const leadsTo = (attribute: Attribute, target: ContentType): boolean =>
  keepsLinks(attribute) &&
  (attribute.kind === 'morph' || (attribute.kind === 'relation' && attribute.target === target.uid));

/** The components that stand in an attribute, by their uid; none where it holds something else. */
const componentsIn = (attribute: Attribute): readonly string[] =>
  attribute.kind === 'component' ? [attribute.component] : attribute.kind === 'dynamiczone' ? attribute.components : [];

/**
 * The paths, from an attribute of components on, at which links to documents of the type may stand; each once.
 *
 * @param within the components around it: one inside of itself is not gone through again
 */
export const embeddedPaths = (
  attribute: Attribute,
  target: ContentType,
  schema: Schema,
  within: readonly string[] = [],
): readonly string[] => {
  const paths = componentsIn(attribute)
    .filter((uid) => !within.includes(uid))
    .flatMap((uid) =>
      [...componentOf(schema, uid).attributes.values()].flatMap((inner) =>
        leadsTo(inner, target)
          ? [`${inner.name}.to`]
          : embeddedPaths(inner, target, schema, [...within, uid]).map((path) => `${inner.name}.${path}`),
      ),
    );
  return [...new Set(paths)];
};

/** The value of a relation without the link to a document. */
export const withoutLinks = (value: unknown, gone: string): unknown => {
  // What stands in a relation was written by this folder.
  if (Array.isArray(value)) return (value as readonly Link[]).filter(({ to }) => to !== gone);
  return (value as Link | null | undefined)?.to === gone ? null : value;
};

const strip = (values: Values, attributes: Attributes, target: ContentType, gone: string, schema: Schema): Values => {
  const after: Record<string, unknown> = { ...values };
  for (const attribute of attributes.values()) {
    const value = values[attribute.name];
    if (value === undefined || value === null) continue;
    if (leadsTo(attribute, target)) after[attribute.name] = withoutLinks(value, gone);
    else after[attribute.name] = withoutEmbedded(attribute, value, target, gone, schema);
  }
  return after;
};

/** @returns the value of an attribute without the links to a document that its components have, at any depth */
export const withoutEmbedded = (
  attribute: Attribute,
  value: unknown,
  target: ContentType,
  gone: string,
  schema: Schema,
): unknown => {
  const uids = componentsIn(attribute);
  if (uids.length === 0 || value === null || value === undefined) return value;
  const one = (part: StoredComponent): Values =>
    strip(part, componentOf(schema, part.__component ?? uids[0] ?? '').attributes, target, gone, schema);
  // What stands in such an attribute was written by this folder.
  return Array.isArray(value) ? (value as readonly StoredComponent[]).map(one) : one(value as StoredComponent);
};
