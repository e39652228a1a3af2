// Declares the commands `lectern audit …` with their options and help texts.
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import type { AuditExportOptions } from './auditCommand.ts';

/** @param program `lectern` */
export const addAuditCommands = (program: Command, terminal: Terminal): void => {
  const audit = program.command('audit').description('The audit log: who changed what');
  audit
    .command('export')
    .description('prints the rows as lines of JSON, newest first')
    .option('--actor <actor>', 'only of this user (its documentId), this token ("token 3"), owner, "command line"')
    .option('--action <action>', 'only this action, or all of a kind: login.failed, content')
    .option('--type <type>', 'only about this content type (its uid), or token, webhook, locale, list, site')
    .option('--document <documentId>', 'only about this document')
    .option('--from <date>', 'not earlier: 2026-01-31, or 2026-01-31T09:30:00Z')
    .option('--to <date>', 'only earlier than this')
    .addHelpText(
      'after',
      `
Example:
  lectern audit export --action login.failed --from 2026-01-01 > failed-logins.jsonl`,
    )
    .action(async (options: AuditExportOptions) => {
      const { exportAudit } = await import('./auditCommand.ts');
      await exportAudit(terminal, options);
    });
};
