// Adds their ids to the components in an attribute.
import type { StoredComponent } from '../../platform/db/index.ts';
import { componentOf, componentsIn, type Attribute, type ContentType, type Schema } from '../../schema/index.ts';
import { numberComponents } from './numberComponents.ts';

/**
 * @param type the content type of the version
 * @param value the stored value of the attribute
 * @returns a copy of the value, in which each component at any depth has its `id`
 */
export const withComponentIds = (
  schema: Schema,
  type: ContentType,
  versionId: number,
  attribute: Attribute,
  value: unknown,
): unknown => {
  const known = numberComponents(schema, type, versionId, attribute, value);
  const copy = (part: StoredComponent): StoredComponent => {
    const identity = known.get(part);
    if (identity === undefined) return part; // in a private attribute, or a component that the schema no longer has
    const inner = [...componentOf(schema, identity.uid).attributes.values()]
      .filter((one) => componentsIn(one).length > 0)
      .map(({ name }) => [name, copyAll(part[name])] as const);
    return { ...part, id: identity.id, ...Object.fromEntries(inner) };
  };
  // The casts are safe: lib/write/documents wrote the components.
  const copyAll = (stored: unknown): unknown =>
    stored === undefined || stored === null
      ? stored
      : Array.isArray(stored)
        ? (stored as readonly StoredComponent[]).map(copy)
        : copy(stored as StoredComponent);
  return copyAll(value);
};
