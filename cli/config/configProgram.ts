// Declares `lectern config check` with its options and help text.
import type { Command } from 'commander';
import { failUnless, type Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addConfigCommands = (program: Command, terminal: Terminal): void => {
  const config = program.command('config').description('The configuration file');
  config
    .command('check')
    .description('prints the configuration with its defaults, or every fault; exits with 1 if there is any')
    .action(async () => {
      const { checkConfig } = await import('./configCommand.ts');
      failUnless(await checkConfig(terminal));
    });
};
