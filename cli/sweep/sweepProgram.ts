// Declares `lectern sweep` with its options and help text.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addSweepCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('sweep')
    .description(
      'removes links to deleted documents, and lets the relay count the totals of lists and index documents again',
    )
    .action(async () => {
      const { sweepDeletedLinks } = await import('./sweepCommand.ts');
      await sweepDeletedLinks(terminal);
    });
};
