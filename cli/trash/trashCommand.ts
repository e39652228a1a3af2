// Implements the commands `lectern trash …`.
import {
  answerRestore,
  eraseAll,
  listTrash,
  restoreRemoved,
  trashContext,
  type TrashContext,
} from '../../lib/history/trash/index.ts';
import { eraseRemovedBytes, withRestoredBytes } from '../../lib/media/index.ts';
import { administrator } from '../../lib/platform/access/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { builtInUids } from '../../lib/schema/index.ts';
import { runWrite } from '../../lib/write/documents/index.ts';
import { findType } from '../findType.ts';
import { formatTable } from '../terminal/formatTable.ts';
import { ProgressLog } from '../terminal/progressLog.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface RestoreOptions {
  readonly locale?: string;
  /** Each as `name=value`. */
  readonly set?: readonly string[];
}

/**
 * @param name of the type, or the uid of files
 * @throws Error for a type that does not exist, and if the configuration switches the trash off
 */
const contextFor = (service: Service, name: string): Promise<TrashContext> => {
  if (service.config.trash.days === 0) throw new Error('There is no trash: trash.days is 0 in the configuration');
  const { uid } = name === builtInUids.file ? { uid: name } : findType(service.schema, name);
  return trashContext(service, administrator, uid);
};

const pageSize = 100;

/** Prints the trash of a type: as a table on a terminal, else as one tab-separated line for each document. */
export const printTrash = (terminal: Terminal, type: string): Promise<void> =>
  withService(terminal, async (service) => {
    const context = await contextFor(service, type);
    const rows: (readonly string[])[] = [];
    let before: Date | undefined;
    do {
      const { data, nextCursor } = await listTrash(context, { pageSize, before });
      for (const { documentId, title, locales, deletedAt } of data)
        rows.push([documentId, deletedAt, locales.join(','), title ?? '']);
      before = nextCursor === null ? undefined : new Date(nextCursor);
    } while (before !== undefined);
    if (rows.length === 0) terminal.log('the trash is empty');
    else
      for (const line of formatTable(['DOCUMENT', 'DELETED', 'LOCALES', 'TITLE'], rows, terminal.isTTY))
        terminal.print(line);
  });

/** @throws Error for a text that is not `name=value` */
const valuesIn = (texts: readonly string[]): object =>
  Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new Error(`${text} is no value: write it as slug=another`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );

/** Restores a document, and prints which links did not come back. */
export const restoreDocument = (
  terminal: Terminal,
  type: string,
  documentId: string,
  { locale, set = [] }: RestoreOptions,
): Promise<void> =>
  withService(terminal, async (service) => {
    const context = await contextFor(service, type);
    const write = await restoreRemoved(context, documentId, locale, valuesIn(set));
    const restored = await runWrite(service, withRestoredBytes(service, context.type, documentId, write));
    const { data, meta } = await answerRestore(context, restored);
    const locales = data.locales.length === 0 ? '' : ` in ${data.locales.join(', ')}`;
    terminal.log(`restored ${documentId}${locales}`);
    for (const link of meta.lostLinks)
      terminal.log(`not linked again: ${link.path} of ${link.type} ${link.documentId} (${link.status})`);
  });

/** Deletes the documents of a type in the trash for good. */
export const emptyTrash = (terminal: Terminal, type: string): Promise<void> =>
  withService(terminal, async (service) => {
    const context = await contextFor(service, type);
    const progress = new ProgressLog(terminal.log);
    let count = 0;
    let before: Date | undefined;
    do {
      const { erased, nextCursor } = await eraseAll(context, before, eraseRemovedBytes);
      count += erased.length;
      progress.log(() => `deleted ${count} so far`);
      before = nextCursor === null ? undefined : new Date(nextCursor);
    } while (before !== undefined);
    terminal.log(`deleted ${count} documents for good`);
  });
