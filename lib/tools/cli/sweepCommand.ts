// The command `lectern sweep`.
import { sweepLinks } from '../../write/documents/index.ts';
import { withService } from './withService.ts';

/** Removes links to deleted documents and prints on stderr how many documents they linked to. */
export const sweepDeletedLinks = (): Promise<void> =>
  withService(async (service) => {
    const found = await sweepLinks(service);
    console.error(found === 0 ? 'nothing to sweep' : `removed links to ${found} deleted documents`);
  });
