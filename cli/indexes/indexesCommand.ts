// The commands `lectern indexes check` and `lectern indexes apply`.
import { indexState, type Index } from '../../lib/platform/db/index.ts';
import { prepareDecided } from '../migrate/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

const formatIndex = ({ collection, options }: Index): string => `${collection}: ${options.name}`;

/**
 * Prints one line per index that is missing or left over.
 *
 * @returns whether no index is missing or left over
 */
export const printMissingIndexes = async (terminal: Terminal): Promise<boolean> => {
  let isComplete = true;
  await withService(terminal, async (service) => {
    const { missing, leftOver } = await indexState(await service.database.get(), service.schema);
    for (const index of missing) terminal.print(`missing    ${formatIndex(index)}`);
    for (const { collection, name } of leftOver) terminal.print(`left over  ${collection}: ${name}`);
    isComplete = missing.length + leftOver.length === 0;
    terminal.log(isComplete ? 'every index exists' : '`lectern indexes apply` creates the missing indexes');
  });
  return isComplete;
};

/**
 * Creates the missing indexes and prints each on stderr. Indexes that are left over stay; the command lists them. The
 * database then records these content types as those of its documents.
 */
export const applyIndexes = (terminal: Terminal): Promise<void> =>
  withService(terminal, async (service) => {
    const db = await service.database.get();
    await prepareDecided(service, {
      log: (text) => {
        terminal.log(`creating ${text}`);
      },
    });
    const { leftOver } = await indexState(db, service.schema);
    for (const { collection, name } of leftOver)
      terminal.log(`left over, drop it if nothing else uses it: ${collection}: ${name}`);
    terminal.log('every index exists');
  });
