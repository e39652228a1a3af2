// Finds values that must be unique and are not, one part of the values at a time.
import {
  identifyingAttributes,
  normalizeIdentifier,
  type ContentType,
  type ScalarAttribute,
  type Status,
} from '../../lib/schema/index.ts';
import { storedScalar } from '../../lib/write/input/index.ts';
import type { ArchiveRow } from './archiveRow.ts';
import { partitionOf, PartitionedFile } from '../partitionedFile.ts';

/** A row with a value that another document has first. */
export interface Duplicate {
  readonly attribute: string;
  readonly version: Status;
  /** Whether only a draft that the import makes has it, because the archive has the published version alone. */
  readonly ofMadeDraft: boolean;
  /** The documentId of the first. */
  readonly of: string;
}

/** Duplicates by the uid of the project's type and the id of the row. */
export type Duplicates = ReadonlyMap<string, readonly Duplicate[]>;

export const rowKey = (uid: string, id: number): string => `${uid} ${id}`;

const uniqueAttributes = ({ attributes }: ContentType): readonly ScalarAttribute[] =>
  [...attributes.values()].filter((attribute) => attribute.kind === 'scalar').filter(({ unique }) => unique);

/** What no other document may have: what it is, its text, and the attribute that has it. */
type Key = readonly [scope: string, value: string, attribute: string];

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

const keysOf = ({ type, data, locale }: ArchiveRow, version: Status): readonly Key[] => [
  ...uniqueAttributes(type).flatMap((attribute): readonly Key[] => {
    const value = storedScalar(attribute, data[attribute.name]) ?? null;
    // Unique indexes leave these out.
    if (value === null || value === '') return [];
    return [[`${version} ${locale ?? ''} ${attribute.name}`, `${typeof value} ${textOf(value)}`, attribute.name]];
  }),
  ...identifyingAttributes(type).flatMap((name): readonly Key[] => {
    const identifier = normalizeIdentifier(data[name]);
    return identifier === undefined ? [] : [['identifier', identifier, name]];
  }),
  ...(type.kind === 'singleType' ? [['single', '', ''] as const] : []),
];

/** `[uid, scope, value, attribute, version, documentId, id, ofMadeDraft]` */
type Line = readonly [string, string, string, string, Status, string, number, boolean];

export class UniqueValues {
  private readonly file: PartitionedFile;
  private readonly partitions: number;

  constructor(folder: string, partitions: number) {
    this.file = new PartitionedFile(folder, 'unique', partitions);
    this.partitions = partitions;
  }

  add(row: ArchiveRow): void {
    this.addVersion(row, row.version, false);
    if (row.type.draftAndPublish && row.version === 'published') this.addVersion(row, 'draft', true);
  }

  findDuplicates(): Duplicates {
    this.file.close();
    const duplicates = new Map<string, Duplicate[]>();
    for (let partition = 0; partition < this.partitions; partition++) {
      const first = new Map<string, string>();
      const lines = this.file.read(partition).map((text) => JSON.parse(text) as Line); // written by `add`
      // Most documents have a draft of their own, so the drafts of the archive come first.
      const isOfMadeDraft = (line: Line): boolean => line[7];
      for (const line of [...lines.filter((one) => !isOfMadeDraft(one)), ...lines.filter(isOfMadeDraft)]) {
        const [uid, scope, value, attribute, version, documentId, id, ofMadeDraft] = line;
        const key = `${uid} ${scope} ${value}`;
        const of = first.get(key);
        if (of === undefined) first.set(key, documentId);
        else if (of !== documentId) {
          const row = rowKey(uid, id);
          duplicates.set(row, [...(duplicates.get(row) ?? []), { attribute, version, of, ofMadeDraft }]);
        }
      }
    }
    return duplicates;
  }

  private addVersion(row: ArchiveRow, version: Status, ofMadeDraft: boolean): void {
    for (const [scope, value, attribute] of keysOf(row, version)) {
      const line: Line = [row.type.uid, scope, value, attribute, version, row.documentId, row.id, ofMadeDraft];
      this.file.add(partitionOf(`${scope} ${value}`, this.partitions), JSON.stringify(line));
    }
  }
}
