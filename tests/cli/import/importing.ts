// Imports archives into the database of a test.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { readFolder, type Schema } from '../../../lib/schema/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import {
  importArchive,
  readReport,
  unpackArchive,
  writeSchemaFiles,
  type ImportRequest,
  type ImportResult,
  type ReportLine,
} from '../../../cli/import/index.ts';
import { ProgressLog } from '../../../cli/terminal/progressLog.ts';
import { schemaOf } from '../../setup/schema.ts';

const silent = new ProgressLog(() => undefined);

/** The schema of the project that `--write-types` makes for an archive. */
export const schemaOfArchive = async (file: string, folder: string): Promise<Schema> => {
  const types = join(folder, 'content-types');
  const archive = await unpackArchive(file, undefined, await mkdtemp(join(folder, 'unpacked-')), silent);
  await writeSchemaFiles(types, archive);
  return schemaOf(await readFolder(types));
};

export interface TestImport {
  readonly outcome: ImportResult['outcome'];
  /** `article: 2 1`: the documents of each type, and how many are published. */
  readonly counts: readonly string[];
  readonly misfits: readonly ReportLine[];
}

export type TestOptions = Partial<Pick<ImportRequest, 'onMisfit' | 'dryRun' | 'log' | 'saveReports'>>;

export const runImport = async (
  service: Service,
  file: string,
  folder: string,
  { onMisfit = 'fail', dryRun = false, log = () => undefined, saveReports = () => Promise.resolve() }: TestOptions = {},
): Promise<TestImport> => {
  const work = await mkdtemp(join(folder, 'import-'));
  const archive = await unpackArchive(file, undefined, work, silent);
  const result = await importArchive(service, {
    ...{ file, key: undefined, archive, onMisfit, dryRun, folder: work },
    ...{ log, progress: silent, saveReports },
  });
  if (result.outcome === 'repeated') return { outcome: result.outcome, counts: [], misfits: [] };
  const misfits: ReportLine[] = [];
  for await (const line of readReport(result.misfits.path)) misfits.push(line);
  const counts = [...result.counts].map(
    ([{ singularName }, { documents, published }]) => `${singularName}: ${documents} ${published}`,
  );
  return { outcome: result.outcome, counts, misfits };
};
