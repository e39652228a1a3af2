// The command `lectern import strapi`.
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withTempDir } from '../../lib/media/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { contentTypesFolder } from '../../lib/platform/site.ts';
import { formatFault, type Fault, type Schema } from '../../lib/schema/index.ts';
import {
  formatReportLine,
  importArchive,
  importReleases,
  matchTypes,
  missingTypes,
  readImportedIds,
  readReport,
  setStrapiSettings,
  typeDifferences,
  unpackArchive,
  writeSchemaFiles,
  writeViews,
  type CheckedImport,
  type ImportResult,
  type UnpackedArchive,
} from './index.ts';
import type { OnMisfit } from './misfitChoices.ts';
import { strapiLeftovers } from '../strapi/index.ts';
import { formatTable } from '../terminal/formatTable.ts';
import { ProgressLog } from '../terminal/progressLog.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface ImportCommandOptions {
  readonly key?: string;
  readonly dryRun?: true;
  readonly onMisfit: OnMisfit;
  readonly skipped?: string;
  readonly writeTypes?: true;
  /** The folder of the Strapi project whose code is listed. */
  readonly project?: string;
}

/** @throws Error that names the types that the project lacks, and the options that differ */
const requireTypes = ({ schemas }: UnpackedArchive, schema: Schema): void => {
  const types = matchTypes(schemas, schema);
  const missing = missingTypes(schemas, types).map(({ uid }) => uid);
  if (missing.length > 0)
    throw new Error(
      `The project has no content types for ${missing.join(', ')}: --write-types writes their files, from the archive`,
    );
  const differences = typeDifferences(schemas, types);
  if (differences.length > 0)
    throw new Error(['The content types differ from those of the archive:', ...differences].join('\n  '));
};

const printCounts = (terminal: Terminal, { counts }: CheckedImport): void => {
  const rows = [...counts].map(([type, { documents, published, leftOut, misfits }]) => [
    type.singularName,
    ...[documents, published, leftOut, misfits].map(String),
  ]);
  const titles = ['type', 'documents', 'published', 'left out', 'do not fit'];
  for (const line of formatTable(titles, rows, terminal.isTTY)) terminal.print(line);
};

const printReport = async (terminal: Terminal, path: string, most: number): Promise<void> => {
  let printed = 0;
  for await (const line of readReport(path)) {
    if (printed === most) break;
    printed += 1;
    terminal.print(formatReportLine(line));
  }
};

/** How many misfits a refused import prints. */
const printedMisfits = 20;

/** Puts both reports into one file, which may contain password hashes; without lines there is none. */
const saveReports = async (
  terminal: Terminal,
  { misfits, leftOut }: Pick<CheckedImport, 'misfits' | 'leftOut'>,
  file: string,
): Promise<void> => {
  if (misfits.lines + leftOut.lines === 0) {
    await rm(file, { force: true });
    return;
  }
  await pipeline(createReadStream(leftOut.path), createWriteStream(file, { mode: 0o600 }));
  await pipeline(createReadStream(misfits.path), createWriteStream(file, { flags: 'a' }));
  terminal.log(`${misfits.lines + leftOut.lines} lines about what was left out are in ${file}`);
};

/** What archives do not have, and what imports do not carry. */
const notCarried = ({ configuration }: UnpackedArchive): readonly string[] => {
  const webhooks = configuration.filter(({ type }) => type === 'webhook').length;
  return [
    'admin users and API tokens are not in archives of Strapi: `lectern token create` makes tokens',
    'releases are not in archives of Strapi: `lectern import releases` takes them from a file',
    ...(webhooks === 0 ? [] : [`${webhooks} webhooks were not imported: \`lectern webhook create\` makes them`]),
  ];
};

/** Also after a repeated import, because the first one may have been interrupted before this step. */
const printStrapiSettings = async (terminal: Terminal): Promise<void> => {
  const { file, names } = await setStrapiSettings(terminal.env);
  if (names.length > 0)
    terminal.log(
      `${file} sets ${names.join(', ')} now, as clients of Strapi and the way back need it: restart the server`,
    );
};

const printOutcome = async (
  terminal: Terminal,
  result: ImportResult,
  archive: UnpackedArchive,
  dryRun: true | undefined,
): Promise<boolean> => {
  if (result.outcome === 'repeated') {
    terminal.log('this archive was imported before: nothing to do');
    await printStrapiSettings(terminal);
    return true;
  }
  const { outcome, misfits, leftOut } = result;
  printCounts(terminal, result);
  if (dryRun === true) {
    await printReport(terminal, leftOut.path, Infinity);
    await printReport(terminal, misfits.path, Infinity);
    terminal.log(`nothing was written: ${misfits.lines} misfits`);
    return misfits.lines === 0;
  }
  if (outcome === 'refused') {
    await printReport(terminal, misfits.path, printedMisfits);
    terminal.log(
      `nothing was written: ${misfits.lines} misfits. --dry-run lists all of them; --on-misfit skip or draft imports the rest`,
    );
    return false;
  }
  for (const line of notCarried(archive)) terminal.log(line);
  await printStrapiSettings(terminal);
  return true;
};

const importInto = (
  terminal: Terminal,
  service: Service,
  file: string,
  { key, dryRun, onMisfit, skipped = `${basename(file)}.skipped.jsonl` }: ImportCommandOptions,
  archive: UnpackedArchive,
  folder: string,
): Promise<ImportResult> => {
  requireTypes(archive, service.schema);
  const progress = new ProgressLog(terminal.log);
  return importArchive(service, {
    ...{ file, key, archive, onMisfit, dryRun: dryRun === true, folder, log: terminal.log, progress },
    saveReports: (reports) => saveReports(terminal, reports, resolve(skipped)),
  });
};

/** Prints what of a Strapi project an archive does not contain, with what replaces it. */
const printLeftovers = (terminal: Terminal, leftovers: readonly Fault[]): void => {
  if (leftovers.length > 0)
    terminal.log(['Code and settings of the project do not come along:', ...leftovers.map(formatFault)].join('\n  '));
};

/**
 * Imports an archive of `strapi export`; progress goes to stderr.
 *
 * @returns whether everything that fits is imported; for a dry run, whether everything fits
 * @throws Error when the archive cannot be read, or does not fit the project or the database; nothing is written then
 */
export const importStrapi = async (
  terminal: Terminal,
  file: string,
  options: ImportCommandOptions,
): Promise<boolean> => {
  const { key, dryRun, writeTypes, project = contentTypesFolder(terminal.env) } = options;
  const leftovers = await strapiLeftovers(project);
  let isDone = false;
  await withTempDir(async (folder) => {
    const archive = await unpackArchive(file, key, folder, new ProgressLog(terminal.log));
    terminal.log(`an archive of Strapi ${archive.strapiVersion}, with ${archive.uploads.size} stored files`);
    if (writeTypes === true)
      for (const path of await writeSchemaFiles(contentTypesFolder(terminal.env), archive))
        terminal.log(`wrote ${path}`);
    await withService(terminal, async (service) => {
      const result = await importInto(terminal, service, file, options, archive, folder);
      isDone = await printOutcome(terminal, result, archive, dryRun);
      if (dryRun !== true && (result.outcome === 'imported' || result.outcome === 'repeated'))
        for (const path of await writeViews(contentTypesFolder(terminal.env), archive, service.schema))
          terminal.log(`wrote ${path}, from the settings of Strapi's content manager`);
    });
  });
  printLeftovers(terminal, leftovers);
  return isDone;
};

/** Imports the releases of a file. @returns whether nothing was left out @throws Error as `importReleases` */
export const importReleaseFile = async (terminal: Terminal, file: string): Promise<boolean> => {
  let isWhole = false;
  await withService(terminal, async (service) => {
    const { planned, done, known, faults } = await importReleases(service, file, terminal.print);
    terminal.log(`${planned} planned and ${done} done releases imported, ${known} were there already`);
    isWhole = faults === 0;
  });
  return isWhole;
};

/** Prints the documentIds of the rows of an import from Strapi 4: type, id, documentId and locale, with tabs. */
export const printImportedIds = (terminal: Terminal): Promise<void> =>
  withService(terminal, async ({ database }) => {
    for await (const { type, id, documentId, locale } of readImportedIds(await database.get()))
      terminal.print([type, id, documentId, locale ?? ''].join('\t'));
  });
