// The command `lectern sweep`.
import { resetTotals } from '../../lib/platform/db/index.ts';
import { markIndexes } from '../../lib/search/indexing/index.ts';
import { sweepLinks, sweepTrash } from '../../lib/write/documents/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

/**
 * Removes links to deleted documents and prints on stderr how many documents they linked to. The relay counts the totals of
 * lists again and builds the index of the search anew, so that both are exact after an edit by hand.
 */
export const sweepDeletedLinks = (terminal: Terminal): Promise<void> =>
  withService(terminal, async (service) => {
    const db = await service.database.get();
    await resetTotals(db);
    await markIndexes(db);
    const found = await sweepLinks(service);
    await sweepTrash(service);
    terminal.log(found === 0 ? 'nothing to sweep' : `removed links to ${found} deleted documents`);
  });
