// Declares the commands `lectern history …` with their options and help texts.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { HistoryOptions, RestoreOptions, ShowOptions } from './historyCommand.ts';

const typeText = 'the content type, such as article';
const documentText = 'the document; without it, the one of a single type';
const localeText = 'the locale (default: the default locale)';

/** @param program `lectern` */
export const addHistoryCommands = (program: Command, terminal: Terminal): void => {
  const history = program.command('history').description('History: the versions that documents had');
  history
    .command('list')
    .description('lists the versions of a document, the newest first')
    .argument('<type>', typeText)
    .argument('[documentId]', documentText)
    .option('--locale <code>', localeText)
    .option('--json', 'prints JSON for scripts')
    .action(async (type: string, documentId: string | undefined, options: HistoryOptions) => {
      const { listHistory } = await import('./historyCommand.ts');
      await listHistory(terminal, type, documentId, options);
    });
  history
    .command('show')
    .description('prints a version as JSON, with everything that it relates to')
    .argument('<type>', typeText)
    .argument('[documentId]', documentText)
    .requiredOption('--number <number>', 'the number of the version')
    .option('--locale <code>', localeText)
    .option('--published', 'prints the published version instead of the draft')
    .action(async (type: string, documentId: string | undefined, options: ShowOptions) => {
      const { showVersion } = await import('./historyCommand.ts');
      await showVersion(terminal, type, documentId, options);
    });
  history
    .command('restore')
    .description('writes a version into the draft, as an update does')
    .argument('<type>', typeText)
    .argument('[documentId]', documentText)
    .requiredOption('--number <number>', 'the number of the version')
    .option('--path <path...>', 'only these attributes, such as title or seo.description')
    .option('--locale <code>', localeText)
    .option('--published', 'writes what was published then instead of the draft')
    .option('--yes', 'does not ask for confirmation')
    .action(async (type: string, documentId: string | undefined, options: RestoreOptions) => {
      const { restoreHistory } = await import('./historyCommand.ts');
      await restoreHistory(terminal, type, documentId, options);
    });
  history
    .command('forget')
    .description('deletes all versions of a document but the present one, in all locales, for good')
    .argument('<type>', typeText)
    .argument('[documentId]', documentText)
    .action(async (type: string, documentId: string | undefined) => {
      const { forgetHistory } = await import('./historyCommand.ts');
      await forgetHistory(terminal, type, documentId);
    });
};
