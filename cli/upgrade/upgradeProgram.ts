// Declares `lectern upgrade` with its options and help text.
import type { Command } from 'commander';
import { failUnless, type Terminal } from '../terminal/terminal.ts';
import type { UpgradeOptions } from './upgradeCommand.ts';

/** @param program `lectern` */
export const addUpgradeCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('upgrade')
    .description(
      'prints what a new version of Lectern changes, and what it would do; exits with 1 if anything is left to do',
    )
    .option('--from <version>', 'the version before (default: the one that the database records)')
    .option('--packages', 'writes the versions of packages that this version is tested with to package-lock.json')
    .option('--apply', 'migrates the stored format and creates missing indexes; after an interruption run it again')
    .action(async (options: UpgradeOptions) => {
      const { upgrade } = await import('./upgradeCommand.ts');
      failUnless(await upgrade(terminal, options));
    });
};
