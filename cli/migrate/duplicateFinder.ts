// Finds duplicate values of unique attributes that a change would create.
import { BSON } from 'mongodb';
import type { ContentType } from '../../lib/schema/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { SchemaChange, MigrationPlan } from './types.ts';
import { formatStoredValue } from './values.ts';
import { partitionOf, PartitionedFile } from '../partitionedFile.ts';

/** The new names of the attributes whose values the change may alter. */
const changedAttributes = (change: SchemaChange, type: ContentType, { renames }: MigrationPlan): readonly string[] => {
  if (change.kind === 'retyped') return [renames.attributes.get(change.holder)?.get(change.name) ?? change.name];
  if (change.kind === 'default') return change.fill ? [change.name] : [];
  return change.kind === 'drafts off' && change.keep === 'draft' ? [...type.attributes.keys()] : [];
};

const isUnique = (type: ContentType, name: string): boolean => {
  const attribute = type.attributes.get(name);
  return attribute?.kind === 'scalar' && attribute.unique;
};

/** So many files, of which one at a time is in memory. */
const partitions = 64;

/** `[change, key, value, attribute, documentId, document]` of a unique value. */
type Line = readonly [number, string, string, string, string, string];

/** Finds values that several migrated documents of one type have. The values are in files, because there may be millions. */
export class DuplicateFinder {
  private readonly uniqueAttributes: readonly (readonly [SchemaChange, string])[];
  private readonly file: PartitionedFile;

  /** @param type the type in the new schema @param folder a temporary folder */
  constructor(type: ContentType, holder: string, plan: MigrationPlan, folder: string) {
    this.uniqueAttributes = plan.changes.flatMap((change) =>
      change.holder !== holder
        ? []
        : changedAttributes(change, type, plan).flatMap((name) =>
            isUnique(type, name) ? [[change, name] as const] : [],
          ),
    );
    this.file = new PartitionedFile(folder, type.uid, this.uniqueAttributes.length > 0 ? partitions : 0);
  }

  /** @param name what a report calls the document */
  add({ documentId, locale, ...versions }: StoredDocument, name: string): void {
    for (const [index, [{ kind }, attribute]] of this.uniqueAttributes.entries())
      for (const status of ['draft', 'published'] as const) {
        const value = versions[status]?.[attribute] ?? null;
        if (value === null || value === '') continue;
        const key = [kind, attribute, status, locale, BSON.EJSON.stringify({ value })].join(' ');
        const line: Line = [index, key, formatStoredValue(value), attribute, documentId, name];
        this.file.add(partitionOf(key, partitions), JSON.stringify(line));
      }
  }

  /** Call it when all documents are added. @param report is called for each value that another document already has */
  report(report: (change: SchemaChange, why: string) => void): void {
    this.file.close();
    for (let partition = 0; partition < partitions; partition++) {
      /** The documentId that has a value first. */
      const documentsByValue = new Map<string, string>();
      for (const text of this.file.read(partition)) {
        const [index, key, value, attribute, documentId, name] = JSON.parse(text) as Line; // `add` wrote it
        const [change] = this.uniqueAttributes[index] ?? [];
        const other = documentsByValue.get(key);
        if (other === undefined) documentsByValue.set(key, documentId);
        else if (change !== undefined)
          report(
            change,
            `${name} would have ${value} as "${attribute}", which is unique and is already the value of ${other}`,
          );
      }
    }
  }
}
