// lectern sweep
import { sweepLinks } from '../../write/documents/index.ts';
import { withService } from './withService.ts';

/** Tells on stderr what was left to do. */
export const sweep = (): Promise<void> =>
  withService(async (service) => {
    const found = await sweepLinks(service);
    console.error(found === 0 ? 'nothing was left' : `links to ${found} deleted documents are gone`);
  });
