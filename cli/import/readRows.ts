// Reads all rows of an archive once: sorts them into partitions by document, and collects what later steps look up.
import { createReadStream } from 'node:fs';
import { ArchiveError, readLines, strapiUids } from '../archive/index.ts';
import { isLocaleCode } from '../../lib/platform/locales/index.ts';
import { componentUidOf, componentsInside } from '../../lib/platform/db/index.ts';
import { builtInUids, type JsonObject } from '../../lib/schema/index.ts';
import { KeptLines, readRow, type OtherRow, type RowReader } from './archiveRow.ts';
import { archivedFilesOf } from './fileRows.ts';
import { ComponentPartitions, DocumentIds } from './idTables.ts';
import type { ImportContext } from './importContext.ts';
import { partitionOf, PartitionedFile } from '../partitionedFile.ts';
import { UniqueValues, type Duplicates } from './uniqueValues.ts';

export interface Rows {
  /** The lines of rows, each document in one partition. */
  readonly documents: PartitionedFile;
  /** By the uid of the project's type. */
  readonly ids: DocumentIds;
  readonly components: ComponentPartitions;
  readonly duplicates: Duplicates;
  /** The documentIds of roles. */
  readonly roles: ReadonlySet<string>;
  readonly locales: readonly JsonObject[];
  /** The folders of files. */
  readonly folders: readonly JsonObject[];
  /** The actions of permissions, by id. */
  readonly permissions: ReadonlyMap<number, string>;
  /** The MIME types of the stored files that file rows name, by name. */
  readonly assets: ReadonlyMap<string, string>;
}

const keptUids: readonly string[] = [strapiUids.locale, strapiUids.folder, strapiUids.permission];

/** Collects rows that are no documents in Lectern. */
class OtherRows {
  readonly locales: JsonObject[] = [];
  readonly folders: JsonObject[] = [];
  readonly permissions = new Map<number, string>();
  private readonly kept = new KeptLines();
  private readonly context: ImportContext;

  constructor(context: ImportContext) {
    this.context = context;
  }

  /** @throws ArchiveError for a locale whose code is no language tag, and for more rows than the memory holds */
  add({ archiveUid, id, data }: OtherRow, text: string, line: number): void {
    if (keptUids.includes(archiveUid)) this.kept.add(text);
    if (archiveUid === strapiUids.locale && !isLocaleCode(data.code))
      throw new ArchiveError(`The archive is damaged: line ${line} of entities has no code of a locale`);
    if (archiveUid === strapiUids.locale) this.locales.push({ id, ...data });
    else if (archiveUid === strapiUids.folder) this.folders.push({ id, ...data });
    else if (archiveUid === strapiUids.permission) this.permissions.set(id, String(data.action));
    else this.context.leftOut.add({ type: archiveUid, message: 'Lectern has no such type', value: { id, ...data } });
  }
}

/** @throws ArchiveError for a line that is no row, or has the id of an earlier row */
export const readRows = async (context: ImportContext, reader: RowReader): Promise<Rows> => {
  const { schema, archive, folder, partitions, progress, leftOut } = context;
  const documents = new PartitionedFile(folder, 'rows', partitions);
  const values = new UniqueValues(folder, partitions);
  const [ids, components] = [new DocumentIds(), new ComponentPartitions()];
  const others = new OtherRows(context);
  const assets = new Map<string, string>();
  const roles = new Set<string>();
  let line = 0;
  for await (const text of readLines(createReadStream(archive.entities))) {
    const row = readRow(reader, text, ++line);
    progress.log(() => `reading rows: ${line}`);
    if (row.type === undefined) {
      others.add(row, text, line);
      await leftOut.flush();
      continue;
    }
    const { type, id, documentId, data } = row;
    const partition = partitionOf(documentId, partitions);
    // A document's `_id` contains its integer id.
    if (ids.get(type.uid, id) !== undefined)
      throw new ArchiveError(`The archive is damaged: line ${line} of entities has ${row.archiveUid} ${id} again`);
    documents.add(partition, text);
    ids.set(type.uid, id, documentId);
    // The components are in the rows as they are in stored versions.
    for (const { attribute, part } of componentsInside(schema, type.attributes, data)) {
      const uid = componentUidOf(attribute, part);
      if (schema.components.has(uid) && Number.isSafeInteger(part.id)) components.set(uid, Number(part.id), partition);
    }
    values.add(row);
    if (type.uid === builtInUids.role) roles.add(documentId);
    if (type.uid === builtInUids.file) for (const { name, mime } of archivedFilesOf(data)) assets.set(name, mime);
  }
  documents.close();
  const { folders, locales, permissions } = others;
  return {
    documents,
    ids,
    components,
    roles,
    duplicates: values.findDuplicates(),
    locales,
    folders,
    permissions,
    assets,
  };
};
