// The command `lectern sweep`.
import { resetTotals } from '../../platform/db/index.ts';
import { sweepLinks } from '../../write/documents/index.ts';
import { withService } from './withService.ts';

/**
 * Removes links to deleted documents and prints on stderr how many documents they linked to. The relay counts the totals of
 * lists again, so that they are exact after an edit by hand.
 */
export const sweepDeletedLinks = (): Promise<void> =>
  withService(async (service) => {
    await resetTotals(await service.database.get());
    const found = await sweepLinks(service);
    console.error(found === 0 ? 'nothing to sweep' : `removed links to ${found} deleted documents`);
  });
