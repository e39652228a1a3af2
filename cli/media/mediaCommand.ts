// The command `lectern media sweep`.
import { sweepMedia } from '../../lib/media/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

/** Sweeps the media files and prints on stderr what it did. */
export const runMediaSweep = (terminal: Terminal): Promise<void> =>
  withService(terminal, async (service) => {
    const { files, uploads, pictures } = await sweepMedia(service);
    const counts: readonly (readonly [string, number])[] = [
      ['deleted files without a record', files],
      ['cancelled unfinished uploads', uploads],
      ['pictures that got their missing formats', pictures.made],
      ['pictures that no format can be made of', pictures.faulty],
      ['pictures that failed this time', pictures.failed],
    ];
    const lines = counts.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`);
    terminal.log(lines.length === 0 ? 'nothing to sweep' : lines.join('\n'));
  });
