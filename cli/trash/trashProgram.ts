// Declares the commands `lectern trash …` with their options and help texts.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { RestoreOptions } from './trashCommand.ts';

const typeHelp = 'the content type, such as article; plugin::upload.file for files';

/** @param program `lectern` */
export const addTrashCommands = (program: Command, terminal: Terminal): void => {
  const trash = program.command('trash').description('Deleted documents and files that can be restored');
  trash
    .command('list')
    .description('lists the deleted documents of a type, the latest first')
    .argument('<type>', typeHelp)
    .action(async (type: string) => {
      const { printTrash } = await import('./trashCommand.ts');
      await printTrash(terminal, type);
    });
  trash
    .command('restore')
    .description('restores a deleted document with its relations')
    .argument('<type>', typeHelp)
    .argument('<documentId>', 'the documentId: `lectern trash list` prints it')
    .option('--locale <locale>', 'only this locale')
    .option('--set <value...>', 'another unique value instead of one that is taken: slug=another')
    .action(async (type: string, documentId: string, options: RestoreOptions) => {
      const { restoreDocument } = await import('./trashCommand.ts');
      await restoreDocument(terminal, type, documentId, options);
    });
  trash
    .command('empty')
    .description('deletes the deleted documents of a type for good')
    .argument('<type>', typeHelp)
    .action(async (type: string) => {
      const { emptyTrash } = await import('./trashCommand.ts');
      await emptyTrash(terminal, type);
    });
};
