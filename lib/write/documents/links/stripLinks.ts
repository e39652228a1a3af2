// Removes links to a document from values, at the top of a document and in its components.
import { isOwningSide, type Attribute, type ContentType, type Schema } from '../../../schema/index.ts';
import { componentAttributes, linksOf, mapComponents, mapValues } from '../../../platform/db/index.ts';

/** Whether the attribute can store links to documents of the type. */
export const canLinkTo = (attribute: Attribute, target: ContentType): boolean =>
  isOwningSide(attribute) && (attribute.kind === 'morph' || attribute.target === target.uid);

/** The value of a relation without its links to a document. */
const withoutLinks = (value: unknown, documentId: string): unknown => {
  const links = linksOf(value);
  const kept = links.filter(({ to }) => to !== documentId);
  if (kept.length === links.length) return value;
  return Array.isArray(value) ? kept : null;
};

/** @returns the value of an attribute without its links to a document, at any depth; the same value if it has none */
export const withoutTarget = (
  attribute: Attribute,
  value: unknown,
  target: ContentType,
  documentId: string,
  schema: Schema,
): unknown => {
  if (canLinkTo(attribute, target)) return withoutLinks(value, documentId);
  return mapComponents(attribute, value, (part) =>
    mapValues(componentAttributes(schema, attribute, part), part, (inside, inner) =>
      withoutTarget(inner, inside, target, documentId, schema),
    ),
  );
};
