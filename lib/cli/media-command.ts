// lectern media …
import { sweepFiles } from '../media/index.ts';
import { withService } from './with-service.ts';

/** Tells on stderr what was left to do. */
export const sweepMedia = (): Promise<void> =>
  withService(async (service) => {
    const found = await sweepFiles(service);
    console.error(found === 0 ? 'nothing was left' : `files that no record points to are gone: ${found}`);
  });
