// Links to documents of a type, at the top of documents and in their components: which they are, and what is left without some.
import {
  componentOf,
  componentsIn,
  keepsLinks,
  type Attribute,
  type Attributes,
  type ContentType,
  type Schema,
} from '../../../schema/index.ts';
import type { Link, StoredComponent } from '../../../platform/db/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether links to documents of the type may stand in the attribute. */
export const leadsTo = (attribute: Attribute, target: ContentType): boolean =>
  keepsLinks(attribute) &&
  (attribute.kind === 'morph' || (attribute.kind === 'relation' && attribute.target === target.uid));

/** The value of a relation without the link to a document. */
const withoutLinks = (value: unknown, gone: string): unknown => {
  // What stands in a relation was written by this folder.
  if (Array.isArray(value)) return (value as readonly Link[]).filter(({ to }) => to !== gone);
  return (value as Link | null | undefined)?.to === gone ? null : value;
};

const strip = (values: Values, attributes: Attributes, target: ContentType, gone: string, schema: Schema): Values => {
  const after: Record<string, unknown> = { ...values };
  for (const attribute of attributes.values()) {
    const value = values[attribute.name];
    if (value !== undefined) after[attribute.name] = without(attribute, value, target, gone, schema);
  }
  return after;
};

/** @returns the value of an attribute without the links to a document that it has, or its components have at any depth */
export const without = (
  attribute: Attribute,
  value: unknown,
  target: ContentType,
  gone: string,
  schema: Schema,
): unknown => {
  if (leadsTo(attribute, target)) return withoutLinks(value, gone);
  const uids = componentsIn(attribute);
  if (uids.length === 0 || value === null || value === undefined) return value;
  const one = (part: StoredComponent): Values =>
    strip(part, componentOf(schema, part.__component ?? uids[0] ?? '').attributes, target, gone, schema);
  // What stands in such an attribute was written by this folder.
  return Array.isArray(value) ? (value as readonly StoredComponent[]).map(one) : one(value as StoredComponent);
};
