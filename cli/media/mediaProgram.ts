// Declares `lectern media sweep` with its options and help text.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addMediaCommands = (program: Command, terminal: Terminal): void => {
  const media = program.command('media').description('Uploaded files');
  media
    .command('sweep')
    .description('deletes stored files without a record, cancels unfinished uploads, creates missing image formats')
    .action(async () => {
      const { runMediaSweep } = await import('./mediaCommand.ts');
      await runMediaSweep(terminal);
    });
};
