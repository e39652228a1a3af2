// The commands `lectern history …`.
import type { Db } from 'mongodb';
import { findVersion, forgetVersions, listVersions, type DocumentKey } from '../../lib/history/index.ts';
import { restoreVersion, versionContext } from '../../lib/history/versions/index.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import { recordAction } from '../../lib/platform/audit/index.ts';
import { parseWholeNumber, type StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { Timings } from '../../lib/platform/timings.ts';
import { readVersion } from '../../lib/read/execute/index.ts';
import { readJsonQuery } from '../../lib/read/query/index.ts';
import type { ContentType } from '../../lib/schema/index.ts';
import { findType } from '../findType.ts';
import { confirm } from '../terminal/confirm.ts';
import { formatTable } from '../terminal/formatTable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface HistoryOptions {
  readonly locale?: string;
  readonly json?: boolean;
}

export interface ShowOptions extends HistoryOptions {
  readonly number: string;
  readonly published?: boolean;
}

export interface RestoreOptions extends ShowOptions {
  /** Undefined: all attributes. */
  readonly path?: readonly string[];
  readonly yes?: boolean;
}

/** More versions than a document has. */
const maxListed = 100_000;

/** @throws Error if the documentId is missing, or if the single type has no document */
const documentIdOf = async (db: Db, type: ContentType, documentId: string | undefined): Promise<string> => {
  if (documentId !== undefined) return documentId;
  if (type.kind !== 'singleType') throw new Error(`Name the document of ${type.uid} by its documentId`);
  const found = await db
    .collection<StoredDocument>(type.collectionName)
    .findOne({ single: true }, { projection: { documentId: 1 } });
  if (found === null) throw new Error(`${type.uid} has no document`);
  return found.documentId;
};

const keyOf = async (
  service: Service,
  db: Db,
  name: string,
  documentId: string | undefined,
  { locale }: HistoryOptions,
): Promise<DocumentKey> => {
  const type = findType(service.schema, name);
  const { defaultLocale } = await service.locales.known();
  return {
    type,
    documentId: await documentIdOf(db, type, documentId),
    locale: type.localized ? (locale ?? defaultLocale) : null,
  };
};

/** Prints a line for each version, or JSON. */
export const listHistory = (
  terminal: Terminal,
  name: string,
  documentId: string | undefined,
  options: HistoryOptions,
): Promise<void> =>
  withService(terminal, async (service) => {
    const db = await service.database.get();
    const versions = await listVersions(db, await keyOf(service, db, name, documentId, options), maxListed);
    if (options.json === true) {
      terminal.print(JSON.stringify(versions, null, 2));
      return;
    }
    const rows = versions.map(({ revision, at, action, via, by, status, isCurrent, name: label }) => [
      String(revision),
      at.toISOString(),
      action ?? '',
      status ?? '',
      via ?? '',
      by ?? '',
      label ?? (isCurrent === true ? 'now' : ''),
    ]);
    for (const line of formatTable(['NUMBER', 'AT', 'ACTION', 'STATUS', 'VIA', 'BY', ''], rows, terminal.isTTY))
      terminal.print(line);
  });

/** @param name of the type, as the command has it @throws Error if there is no such version */
const requireVersion = async (db: Db, key: DocumentKey, number: string, name: string) => {
  const revision = parseWholeNumber(number);
  const found = revision === undefined ? undefined : await findVersion(db, key, revision);
  if (found === undefined) throw new Error(`There is no version ${number}: lectern history list ${name} shows them`);
  return found;
};

/** Prints a version as an answer of the API with everything that it relates to. @throws Error if there is no such version */
export const showVersion = (
  terminal: Terminal,
  name: string,
  documentId: string | undefined,
  { number, published, ...options }: ShowOptions,
): Promise<void> =>
  withService(terminal, async (service) => {
    const db = await service.database.get();
    const key = await keyOf(service, db, name, documentId, options);
    const { version, source } = await requireVersion(db, key, number, name);
    const json = {
      populate: '*',
      status: published === true ? 'published' : 'draft',
      ...(key.locale === null ? {} : { locale: key.locale }),
    };
    const locales = await service.locales.known();
    const query = readJsonQuery(json, key.type, administrator, { ...service, locales });
    const { data } = await readVersion(service, query, key.documentId, source, new Timings());
    terminal.print(JSON.stringify({ data, version }, null, 2));
  });

/**
 * Restores a version after a confirmation, and prints what was left out.
 *
 * @throws Error if there is no such version; ApiError for a path that does not exist, or a value that is not valid now
 */
export const restoreHistory = (
  terminal: Terminal,
  name: string,
  documentId: string | undefined,
  options: RestoreOptions,
): Promise<void> =>
  withService(terminal, async (service) => {
    const { number, published, path, yes } = options;
    const db = await service.database.get();
    const { type, ...key } = await keyOf(service, db, name, documentId, options);
    await requireVersion(db, { type, ...key }, number, name);
    const restored = path === undefined ? 'version' : `${path.join(', ')} of version`;
    const question = `Write ${restored} ${number} into the draft?`;
    if (yes !== true && !(await confirm(terminal, question, '--yes restores without a question'))) return;
    const parameters = new URLSearchParams({ status: published === true ? 'published' : 'draft' });
    if (key.locale !== null) parameters.set('locale', key.locale);
    const context = await versionContext({
      ...{ service, caller: administrator, type, documentId: type.kind === 'singleType' ? undefined : key.documentId },
      ...{ text: parameters.toString(), format: 'flat', timings: new Timings() },
    });
    const paths = path?.map((one) => one.split('.'));
    const { document, leftOut } = await restoreVersion(context, number, { paths, expected: undefined });
    terminal.log(`restored version ${number} as version ${document.revision}`);
    for (const one of leftOut)
      terminal.log(
        one.reason === 'missing'
          ? `left out: ${one.count} links at ${one.path} to documents that no longer exist`
          : `left out: ${one.path}, which ${type.uid} no longer has or takes`,
      );
  });

/** Deletes the versions of a document, and prints on stderr how many. */
export const forgetHistory = (terminal: Terminal, name: string, documentId: string | undefined): Promise<void> =>
  withService(terminal, async (service) => {
    const db = await service.database.get();
    const type = findType(service.schema, name);
    const target = { type: type.uid, documentId: await documentIdOf(db, type, documentId) };
    await recordAction(service, { action: 'content.forget', target });
    const count = await forgetVersions(db, type, target.documentId);
    terminal.log(`deleted ${count} versions`);
  });
