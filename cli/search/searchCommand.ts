// Implements the commands `lectern search …`.
import { rebuildSearch } from '../../lib/background/index.ts';
import { isLeaseHeld } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { builtInUids } from '../../lib/schema/index.ts';
import { readIndexStatus } from '../../lib/search/indexing/index.ts';
import { findType } from '../findType.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { formatTable } from '../terminal/formatTable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

const logIntervalMs = 1_000;

/** @throws Error if the configuration switches the index off */
const requireIndex = ({ config }: Service): void => {
  if (!config.search.enabled)
    throw new Error('There is no index of the search: search.enabled is false in the configuration');
};

/**
 * Builds the index of the search anew, and prints its progress on stderr.
 *
 * @param name of a type, or the uid of files; undefined: all types
 * @throws Error for a type that does not exist, and if the configuration switches the index off
 */
export const rebuildIndex = (terminal: Terminal, name: string | undefined): Promise<void> =>
  withService(terminal, async (service) => {
    requireIndex(service);
    const type = name === undefined || name === builtInUids.file ? name : findType(service.schema, name).uid;
    let loggedAt = -Infinity;
    let partitions = 0;
    await rebuildSearch(service, type, (progress) => {
      ({ partitions } = progress);
      const { unfinished, documents } = progress;
      if (unfinished === 0 || performance.now() - loggedAt < logIntervalMs) return;
      loggedAt = performance.now();
      terminal.log(
        `${partitions - unfinished} of ${formatCount(partitions, 'index')} complete, ${formatCount(documents, 'document')} in the next`,
      );
    });
    terminal.log(partitions === 0 ? 'nothing of the type is searched' : `built ${formatCount(partitions, 'index')}`);
  });

/**
 * Prints a line for the index of each type, version and locale, and on stderr what it waits for.
 *
 * @throws Error if the configuration switches the index off
 */
export const printIndexStatus = (terminal: Terminal): Promise<void> =>
  withService(terminal, async (service) => {
    requireIndex(service);
    const { partitions, waiting } = await readIndexStatus(service);
    const rows = partitions.map(({ partition: { type, status, locale }, state, documents, built }) => [
      ...[type.uid, status, locale ?? '-', state, String(documents ?? '-')],
      built === undefined ? '-' : String(built),
    ]);
    const titles = ['TYPE', 'VERSION', 'LOCALE', 'INDEX', 'DOCUMENTS', 'NEW INDEX'];
    for (const line of formatTable(titles, rows, terminal.isTTY)) terminal.print(line);
    terminal.log(`${formatCount(waiting, 'changed document')} waiting to be indexed again`);
    terminal.log(
      (await isLeaseHeld(service, 'relay')) ? 'a relay is running' : 'no relay is running: nothing is indexed now',
    );
  });
