// The groups of documents in a seed file, sorted so that a type comes before the types that refer to it.
import { componentOf, type Attributes, type Schema, type ContentType } from '../../lib/schema/index.ts';

export type SeedDocument = Readonly<Record<string, unknown>>;

/** The documents that a file has of one type, in the order of the file. */
export interface SeedGroup {
  /** The name of the type in the file. */
  readonly name: string;
  readonly type: ContentType;
  readonly documents: readonly SeedDocument[];
}

type Values = Readonly<Record<string, unknown>>;

/** The uids of the types that the values, including their components, refer to. */
export const referencedTypes = (values: Values, attributes: Attributes, schema: Schema): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const attribute = attributes.get(name);
    if (value === null || value === undefined) return [];
    if (attribute?.kind === 'relation' && attribute.type === 'relation') return [attribute.target];
    const parts = (Array.isArray(value) ? value : [value]) as readonly Values[]; // the values of components; of other attributes nothing matches below
    if (attribute?.kind === 'component')
      return parts.flatMap((part) =>
        referencedTypes(part, componentOf(schema, attribute.component).attributes, schema),
      );
    if (attribute?.kind !== 'dynamiczone') return [];
    return parts.flatMap((part) => {
      const component = schema.components.get(String(part.__component));
      return component === undefined ? [] : referencedTypes(part, component.attributes, schema);
    });
  });

/** @returns the groups, targets of references first; types that refer to each other keep the order of the file */
export const sortByReference = (groups: readonly SeedGroup[], schema: Schema): readonly SeedGroup[] => {
  const ordered = new Set<SeedGroup>();
  const visiting = new Set<SeedGroup>();
  const visit = (group: SeedGroup): void => {
    if (visiting.has(group)) return;
    visiting.add(group);
    const targets = new Set(
      group.documents.flatMap((document) => referencedTypes(document, group.type.attributes, schema)),
    );
    for (const other of groups) if (targets.has(other.type.uid)) visit(other);
    ordered.add(group);
  };
  for (const group of groups) visit(group);
  return [...ordered];
};
