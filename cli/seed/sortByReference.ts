// The groups of documents in a seed file, sorted so that a type comes before the types that refer to it.
import { visitValues } from '../../lib/platform/db/index.ts';
import type { ContentType, Schema } from '../../lib/schema/index.ts';

export type SeedDocument = Readonly<Record<string, unknown>>;

/** The documents that a file has of one type, in the order of the file. */
export interface SeedGroup {
  /** The name of the type in the file. */
  readonly name: string;
  readonly type: ContentType;
  readonly documents: readonly SeedDocument[];
}

/** The uids of the types that a document, including its components, refers to. */
export const referencedTypes = (
  document: SeedDocument,
  { attributes }: ContentType,
  schema: Schema,
): readonly string[] => {
  const uids: string[] = [];
  visitValues(schema, attributes, document, (attribute, value) => {
    if (attribute.kind === 'relation' && attribute.type === 'relation' && (value ?? null) !== null)
      uids.push(attribute.target);
  });
  return uids;
};

/** @returns the groups, targets of references first; types that refer to each other keep the order of the file */
export const sortByReference = (groups: readonly SeedGroup[], schema: Schema): readonly SeedGroup[] => {
  const ordered = new Set<SeedGroup>();
  const visiting = new Set<SeedGroup>();
  const visit = (group: SeedGroup): void => {
    if (visiting.has(group)) return;
    visiting.add(group);
    const targets = new Set(group.documents.flatMap((document) => referencedTypes(document, group.type, schema)));
    for (const other of groups) if (targets.has(other.type.uid)) visit(other);
    ordered.add(group);
  };
  for (const group of groups) visit(group);
  return [...ordered];
};
