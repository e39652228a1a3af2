// Declares `lectern seed` with its options and help text.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';

/** @param program `lectern` */
export const addSeedCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('seed')
    .summary('writes and publishes the documents of JSON files')
    .description(
      `writes and publishes the documents of JSON files: {"articles": [{…}], "global": {…}}. Other locales are under
"localizations": {"de": {…}}. A media value is the name of a file in uploads/ beside the JSON file, or
{"file": "…", "alternativeText": "…"}`,
    )
    .argument('<files...>', 'the JSON files')
    .action(async (files: readonly string[]) => {
      const { seedFiles } = await import('./seedCommand.ts');
      await seedFiles(terminal, files);
    });
};
