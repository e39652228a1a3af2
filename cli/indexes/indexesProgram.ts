// Declares `lectern indexes …` with its options and help text.
import type { Command } from 'commander';
import { failUnless, type Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addIndexesCommands = (program: Command, terminal: Terminal): void => {
  const indexes = program.command('indexes').description('The indexes that the content types need');
  indexes
    .command('apply')
    .description('creates the missing indexes')
    .action(async () => {
      const { applyIndexes } = await import('./indexesCommand.ts');
      await applyIndexes(terminal);
    });
  indexes
    .command('check')
    .description('lists indexes that are missing or left over; exits with 1 if there are any')
    .action(async () => {
      const { printMissingIndexes } = await import('./indexesCommand.ts');
      failUnless(await printMissingIndexes(terminal));
    });
};
