// Declares `lectern check` with its options and help text.
import type { Command } from 'commander';
import { failUnless, type Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addCheckCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('check')
    .description(
      'prints every fault of content types, configuration, extensions and secrets; exits with 1 if there is any',
    )
    .action(async () => {
      const { checkStart } = await import('./checkCommand.ts');
      failUnless(await checkStart(terminal));
    });
};
