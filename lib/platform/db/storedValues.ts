// Walks through the values of stored versions: their links, and their components at any depth. Pure.
import {
  componentsIn,
  isObject,
  isOwningSide,
  type Attribute,
  type Attributes,
  type LinkAttribute,
  type RelationAttribute,
  type Schema,
} from '../../schema/index.ts';
import { componentsOf, linksOf, type Link, type StoredComponent } from './storedDocument.ts';

type Values = Readonly<Record<string, unknown>>;

/** Attributes by their names, or a list. */
export interface AttributeSet {
  readonly values: () => Iterable<Attribute>;
}

/** The type of a component: only one in a dynamic zone names it itself. */
export const componentUidOf = (attribute: Attribute, { __component }: StoredComponent): string =>
  __component ?? componentsIn(attribute)[0] ?? '';

const noAttributes: Attributes = new Map();

/**
 * @param attribute the attribute that holds the component
 * @returns none for a component that the schema no longer has: reads leave it out, and nothing in it has a meaning
 */
export const componentAttributes = (schema: Schema, attribute: Attribute, part: StoredComponent): Attributes =>
  schema.components.get(componentUidOf(attribute, part))?.attributes ?? noAttributes;

/** A component, and where it is. */
export interface StoredEntry {
  readonly part: StoredComponent;
  /** What holds it. */
  readonly attribute: Attribute;
  /** Its position in the list; undefined: the attribute holds one component. */
  readonly position: number | undefined;
  /** The component around it; undefined: the version holds it. */
  readonly within: StoredEntry | undefined;
}

/** A path has the names of attributes, and the positions of entries in lists of components. */
type ValuePath = readonly (string | number)[];

/** @returns the path of an attribute in a version */
export const pathOf = ({ name }: Attribute, entry: StoredEntry | undefined): ValuePath => {
  if (entry === undefined) return [name];
  const { attribute, position, within } = entry;
  return [...pathOf(attribute, within), ...(position === undefined ? [] : [position]), name];
};

/** @returns whether an attribute is private, or inside of one that is */
export const isPrivateIn = (attribute: Attribute, entry: StoredEntry | undefined): boolean =>
  attribute.private || (entry !== undefined && isPrivateIn(entry.attribute, entry.within));

/** Receives an attribute, its value, and the component around it; undefined: it is at the top of the version. */
type VisitValue = (attribute: Attribute, value: unknown, entry: StoredEntry | undefined) => void;

/**
 * Visits each attribute of a version or component, and of the components in it, also those without a value. What is in an
 * attribute comes after it, and before the next one.
 */
export const visitValues = (
  schema: Schema,
  attributes: AttributeSet,
  values: Values,
  visit: VisitValue,
  within?: StoredEntry,
): void => {
  for (const attribute of attributes.values()) {
    const value = values[attribute.name];
    visit(attribute, value, within);
    if (componentsIn(attribute).length === 0) continue;
    const isList = Array.isArray(value);
    componentsOf(value).forEach((part, index) => {
      if (!isObject(part)) return; // a value of an import that does not fit
      const entry = { part, attribute, position: isList ? index : undefined, within };
      visitValues(schema, componentAttributes(schema, attribute, part), part, visit, entry);
    });
  }
};

/** A link, and where it is. */
export interface StoredLink {
  readonly link: Link;
  /** The type of the document that it leads to. */
  readonly uid: string;
  readonly attribute: LinkAttribute;
  /** The position in the links of the attribute. */
  readonly index: number;
  /** The component around the attribute; undefined: it is at the top of the version. */
  readonly entry: StoredEntry | undefined;
}

/** The uid of the document that a link leads to. */
export const targetUidOf = (attribute: LinkAttribute | RelationAttribute, { type = '' }: Link): string =>
  attribute.kind === 'relation' ? attribute.target : type;

/** @returns the links in a version or component, at any depth, in the order of the attributes. The parameters are those of `visitValues` */
export const linksIn = (schema: Schema, attributes: AttributeSet, values: Values): readonly StoredLink[] => {
  const links: StoredLink[] = [];
  visitValues(schema, attributes, values, (attribute, value, entry) => {
    if (!isOwningSide(attribute)) return;
    linksOf(value).forEach((link, index) => {
      links.push({ link, uid: targetUidOf(attribute, link), attribute, index, entry });
    });
  });
  return links;
};

/** @returns the components in a version or component, at any depth. The parameters are those of `visitValues` */
export const componentsInside = (
  schema: Schema,
  attributes: AttributeSet,
  values: Values,
): readonly Pick<StoredEntry, 'attribute' | 'part'>[] => {
  const found: Pick<StoredEntry, 'attribute' | 'part'>[] = [];
  visitValues(schema, attributes, values, (attribute, value) => {
    if (componentsIn(attribute).length === 0) return;
    for (const part of componentsOf(value)) if (isObject(part)) found.push({ attribute, part });
  });
  return found;
};

/**
 * @param value of the attribute
 * @param replace receives each component of the value with its position, 0 for a single one
 * @returns a list or one, as before, of the new components; the same value if nothing changes, and of an attribute without components
 */
export const mapComponents = (
  attribute: Attribute,
  value: unknown,
  replace: (part: StoredComponent, index: number) => Values,
): unknown => {
  if (componentsIn(attribute).length === 0) return value;
  const before = componentsOf(value);
  // A value of an import that does not fit stays.
  const after = before.map((part, index) => (isObject(part) ? replace(part, index) : part));
  if (after.every((part, index) => part === before[index])) return value;
  return Array.isArray(value) ? after : after[0];
};

/** @returns the values, with what `change` makes of those of the attributes; the same object if nothing changes */
export const mapValues = <T extends Values>(
  attributes: AttributeSet,
  values: T,
  change: (value: unknown, attribute: Attribute) => unknown,
): T => {
  let after = values;
  for (const attribute of attributes.values()) {
    const value = values[attribute.name];
    const changed = change(value, attribute);
    if (changed !== value) after = { ...after, [attribute.name]: changed };
  }
  return after;
};
