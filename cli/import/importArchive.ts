// Imports an unpacked archive: checks everything first, then writes it in steps that can be interrupted at any time.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Db } from 'mongodb';
import { completeTotals } from '../../lib/background/index.ts';
import { recordAction } from '../../lib/platform/audit/index.ts';
import { resetTotals } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { ContentType } from '../../lib/schema/index.ts';
import { markIndexes } from '../../lib/search/indexing/index.ts';
import { storeOf, type StoredFolder } from '../../lib/media/index.ts';
import { removeDevAccount, restoreDevAccount } from '../dev/devAccount.ts';
import { prepareDecided } from '../migrate/index.ts';
import { storedDocumentId, type RowReader } from './archiveRow.ts';
import { matchTypes } from './archiveTypes.ts';
import type { BuildContext } from './buildDocument.ts';
import { checkDocuments, documentKey, type CheckResult, type TypeCounts } from './checkDocuments.ts';
import { findStoredFiles, importFiles } from './importFiles.ts';
import { buildFolders, importFolders } from './importFolders.ts';
import { defaultLocaleIn, importLocales, localeCodesOf } from './importLocales.ts';
import {
  readImportRecord,
  writeImportRecord,
  type ImportRecord,
  requireEmpty,
  skipSequence,
} from './targetDatabase.ts';
import { readRolePermissions, removeOtherRoles } from './importRoles.ts';
import { partitionsFor, type ImportContext } from './importContext.ts';
import type { Partitions } from './partitionDocuments.ts';
import type { ProgressLog } from '../terminal/progressLog.ts';
import { Report } from './report.ts';
import { readRows } from './readRows.ts';
import { routeLinks } from './routeLinks.ts';
import { findStrapi4Ids } from './strapi4Ids.ts';
import type { OnMisfit } from './misfitChoices.ts';
import type { ReportLine, UnpackedArchive } from './types.ts';
import { writeDocuments } from './writeDocuments.ts';

export interface ImportRequest {
  /** The path of the archive, and its key if it is encrypted. */
  readonly file: string;
  readonly key: string | undefined;
  readonly archive: UnpackedArchive;
  readonly onMisfit: OnMisfit;
  readonly dryRun: boolean;
  /** A folder for the files of this run. */
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly progress: ProgressLog;
  /** Receives the reports before anything is written, so that nothing is lost in silence by an interruption. */
  readonly saveReports: (reports: Pick<CheckedImport, 'misfits' | 'leftOut'>) => Promise<void>;
}

/** What an import found, and whether it wrote it; `refused`: something does not fit. */
export interface CheckedImport {
  readonly outcome: 'imported' | 'checked' | 'refused';
  readonly counts: ReadonlyMap<ContentType, TypeCounts>;
  /** Reports of what does not fit, and of what no document of Lectern can have. */
  readonly misfits: Report;
  readonly leftOut: Report;
}

/** `repeated`: the archive was imported before. */
export type ImportResult = CheckedImport | { readonly outcome: 'repeated' };

const requireFreeDatabase = async (
  db: Db,
  { schema }: Service,
  record: ImportRecord | undefined,
  fingerprint: string,
): Promise<void> => {
  if (record?.archive === fingerprint) return;
  if (record !== undefined && record.finishedAt === undefined)
    throw new Error('The import of another archive into this database is not finished: import that one again first');
  await requireEmpty(db, schema);
};

/** What the check found beside the documents: the folders of files, the number of documents, and what does not fit. */
interface CheckedParts {
  readonly folders: readonly StoredFolder[];
  readonly total: number;
  readonly misfits: Report;
}

/** Writes what the check found: first the sequences, locales, folders and files, then the documents. */
const writeAll = async (
  service: Service,
  { file, key, archive, log, progress, onMisfit }: ImportRequest,
  build: Omit<BuildContext, 'findLinks'>,
  partitions: Partitions,
  { folders, total, misfits }: CheckedParts,
): Promise<void> => {
  const db = await service.database.get();
  const { schema } = service;
  const { rows, reader } = partitions;
  await prepareDecided(service);
  const earlier = await readImportRecord(db);
  let record: ImportRecord =
    earlier?.archive === archive.fingerprint
      ? earlier
      : { _id: 'import', archive: archive.fingerprint, onMisfit, written: 0, startedAt: service.now() };
  await writeImportRecord(db, record);
  await recordAction(service, { action: 'site.import', target: { type: 'site', name: basename(file) } });
  if (record.written > 0) log(`continuing after part ${record.written} of ${build.context.partitions}`);
  for (const [uid, id] of rows.ids.highestIds()) {
    const type = schema.types.get(uid);
    if (type !== undefined) await skipSequence(db, type.collectionName, id);
  }
  await importLocales(service, rows.locales, reader.defaultLocale);
  await importFolders(db, folders);
  // An archive may have a user with the id of the account.
  const account = earlier === undefined ? await removeDevAccount(db, schema) : undefined;
  if (rows.roles.size > 0) await removeOtherRoles(db, schema, rows.roles);
  const copied = await importFiles(
    storeOf(service.config.upload),
    { file, key, uploads: archive.uploads },
    rows.assets,
    progress,
  );
  log(`files: ${copied} copied`);
  // Imported documents have no `uncounted` and no events.
  await resetTotals(db, 'paused');
  await markIndexes(db);
  const first = record.written;
  const onRefusal = (line: ReportLine): void => {
    misfits.add(line);
  };
  await writeDocuments(service, build, partitions, { onMisfit, first, total, onRefusal }, async (written) => {
    record = { ...record, written };
    await writeImportRecord(db, record);
  });
  await resetTotals(db, 'running');
  await markIndexes(db);
  await completeTotals(service);
  if (account !== undefined) await restoreDevAccount(service, account);
  await writeImportRecord(db, { ...record, finishedAt: service.now() });
};

const totalOf = ({ counts }: CheckResult): number =>
  [...counts.values()].reduce((sum, { documents }) => sum + documents, 0);

/**
 * Imports an archive into an empty database, or continues an interrupted import of the same archive.
 *
 * @throws ArchiveError for lines that are no rows or links; Error when the database has documents, or another import is not
 *   finished; what `saveReports` throws. Nothing is written then
 */
export const importArchive = async (service: Service, request: ImportRequest): Promise<ImportResult> => {
  const { archive, folder, progress, dryRun } = request;
  const { schema } = service;
  const db = await service.database.get();
  const record = await readImportRecord(db);
  await requireFreeDatabase(db, service, record, archive.fingerprint);
  if (record?.archive === archive.fingerprint && record.finishedAt !== undefined) return { outcome: 'repeated' };
  const onMisfit = record?.archive === archive.fingerprint ? record.onMisfit : request.onMisfit;
  if (onMisfit !== request.onMisfit) request.log(`continuing with --on-misfit ${onMisfit}, as the import began`);
  const leftOut = await Report.create(`${folder}/left-out.jsonl`);
  const types = matchTypes(archive.schemas, schema);
  const partitionCount = partitionsFor((await stat(archive.entities)).size);
  const context: ImportContext = { schema, archive, types, folder, partitions: partitionCount, progress, leftOut };
  const defaultLocale = defaultLocaleIn(archive.configuration);
  const findDocumentId = archive.major === 4 ? await findStrapi4Ids(archive) : storedDocumentId;
  const reader: RowReader = { types, defaultLocale, findDocumentId };
  const rows = await readRows(context, reader);
  const links = await routeLinks(context, rows);
  const folders = buildFolders(rows.folders, links.folderParents, findDocumentId);
  const store = storeOf(service.config.upload);
  const stored = await findStoredFiles(store, archive, rows.assets.keys());
  const build: Omit<BuildContext, 'findLinks' | 'isLeftOut'> = {
    context,
    builtIn: {
      files: {
        store,
        available: (name) => archive.uploads.has(name) || stored.has(name),
        folderOf: (id) => folders.get(links.fileFolders.get(id) ?? 0)?._id ?? null,
      },
      permissionsOf: readRolePermissions(context, rows, links),
    },
    duplicates: rows.duplicates,
    locales: localeCodesOf(rows.locales, defaultLocale),
  };
  await leftOut.flush();
  const partitions: Partitions = { rows, links, reader };
  const checked = await checkDocuments(build, partitions, onMisfit);
  const { counts, report: misfits } = checked;
  const result = { counts, misfits, leftOut };
  if (dryRun) return { outcome: 'checked', ...result };
  if (onMisfit === 'fail' && misfits.lines > 0) return { outcome: 'refused', ...result };
  const linesOfCheck = misfits.lines;
  await request.saveReports(result);
  const isLeftOut: BuildContext['isLeftOut'] = (uid, documentId) => checked.leftOut.has(documentKey(uid, documentId));
  const found = { folders: [...folders.values()], total: totalOf(checked), misfits };
  await writeAll(service, { ...request, onMisfit }, { ...build, isLeftOut }, partitions, found);
  if (misfits.lines > linesOfCheck) {
    await misfits.flush();
    await request.saveReports(result);
  }
  return { outcome: 'imported', ...result };
};
