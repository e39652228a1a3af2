// Removes links to a document from values, at the top of a document and in its components.
import {
  componentsIn,
  isOwningSide,
  type Attribute,
  type Attributes,
  type ContentType,
  type Schema,
} from '../../../schema/index.ts';
import type { Link, StoredComponent } from '../../../platform/db/index.ts';
import { componentAttributes } from '../values/componentAttributes.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether the attribute can store links to documents of the type. */
export const canLinkTo = (attribute: Attribute, target: ContentType): boolean =>
  isOwningSide(attribute) &&
  (attribute.kind === 'morph' || (attribute.kind === 'relation' && attribute.target === target.uid));

/** The value of a relation without its links to a document. */
const withoutLinks = (value: unknown, documentId: string): unknown => {
  // The cast is safe: this folder wrote the stored links.
  if (Array.isArray(value)) return (value as readonly Link[]).filter(({ to }) => to !== documentId);
  return (value as Link | null | undefined)?.to === documentId ? null : value;
};

const stripLinks = (
  values: Values,
  attributes: Attributes,
  target: ContentType,
  documentId: string,
  schema: Schema,
): Values => {
  const after: Record<string, unknown> = { ...values };
  for (const attribute of attributes.values()) {
    const value = values[attribute.name];
    if (value !== undefined) after[attribute.name] = withoutTarget(attribute, value, target, documentId, schema);
  }
  return after;
};

/** @returns the value of an attribute without its links to a document, at any depth */
export const withoutTarget = (
  attribute: Attribute,
  value: unknown,
  target: ContentType,
  documentId: string,
  schema: Schema,
): unknown => {
  if (canLinkTo(attribute, target)) return withoutLinks(value, documentId);
  if (componentsIn(attribute).length === 0 || value === null || value === undefined) return value;
  const one = (part: StoredComponent): Values =>
    stripLinks(part, componentAttributes(schema, attribute, part), target, documentId, schema);
  // The cast is safe: this folder wrote the stored components.
  return Array.isArray(value) ? (value as readonly StoredComponent[]).map(one) : one(value as StoredComponent);
};
