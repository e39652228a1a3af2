// The command `lectern export`.
import { basename } from 'node:path';
import { archiveName, archiveSchemas, exportSite, type ExportResult } from './index.ts';
import { readFolder } from '../../lib/schema/index.ts';
import { contentTypesFolder } from '../../lib/platform/site.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { recordAction } from '../../lib/platform/audit/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface ExportOptions {
  readonly key?: string;
  readonly compress: boolean;
}

/** What the archive does not contain, and what to do about it. */
const missingLines = ({ lostPasswords, conditionalPermissions, missingFiles }: ExportResult): readonly string[] => [
  ...(lostPasswords === 0
    ? []
    : [
        `left out ${formatCount(lostPasswords, 'password')} that Strapi cannot verify: these users set a new one with "forgot password"`,
      ]),
  ...conditionalPermissions.map(
    (permission) => `left out a permission, because Strapi has no conditions: ${permission}`,
  ),
  ...missingFiles.map((key) => `left out a file that is not stored: ${key}`),
  'API tokens, webhooks, sessions and mailed codes are in no archive',
];

/** Writes the site into an archive and prints its name; progress and what is left out go to stderr. */
export const exportToStrapi = (terminal: Terminal, name: string, options: ExportOptions): Promise<void> =>
  withService(terminal, async (service) => {
    const file = archiveName(name, options);
    const schemas = archiveSchemas(service.schema, await readFolder(contentTypesFolder(terminal.env)));
    await recordAction(service, { action: 'site.export', target: { type: 'site', name: basename(file) } });
    const result = await exportSite({ service, schemas, log: terminal.log }, file, options);
    for (const line of missingLines(result)) terminal.log(line);
    terminal.print(file);
  });
