// Implements the commands `lectern search …`.
import { rebuildSearch } from '../../lib/events/relay/index.ts';
import { builtInUids } from '../../lib/schema/index.ts';
import { findType } from '../findType.ts';
import { formatCount } from '../terminal/formatCount.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

const logIntervalMs = 1_000;

/**
 * Builds the index of the search anew, and prints its progress on stderr.
 *
 * @param name of a type, or the uid of files; undefined: all types
 * @throws Error for a type that does not exist, and if the configuration switches the index off
 */
export const rebuildIndex = (terminal: Terminal, name: string | undefined): Promise<void> =>
  withService(terminal, async (service) => {
    if (!service.config.search.enabled)
      throw new Error('There is no index of the search: search.enabled is false in the configuration');
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
