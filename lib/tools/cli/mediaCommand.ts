// lectern media …
import { sweepMedia as sweep } from '../../media/index.ts';
import { withService } from './withService.ts';

/** Tells on stderr what was left to do. */
export const sweepMedia = (): Promise<void> =>
  withService(async (service) => {
    const { files, uploads, pictures } = await sweep(service);
    const done: readonly (readonly [string, number])[] = [
      ['files that no record points to are gone', files],
      ['uploads that nobody finished are given up', uploads],
      ['pictures that waited for their formats have them', pictures.made],
      ['pictures of which none can be made', pictures.faulty],
      ['pictures of which none could be made this time', pictures.failed],
    ];
    const told = done.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`);
    console.error(told.length === 0 ? 'nothing was left' : told.join('\n'));
  });
