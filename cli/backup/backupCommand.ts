// The commands `lectern backup` and `lectern restore`.
import { basename } from 'node:path';
import { archiveName } from '../archive/index.ts';
import { backupSite, restoreSite, type Selection } from './index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { recordAction } from '../../lib/platform/audit/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export type RestoreOptions = Selection;

export interface BackupOptions extends Selection {
  readonly files?: boolean;
}

/** Writes the site into an archive and prints its name; progress and missing files go to stderr. */
export const backup = (
  terminal: Terminal,
  name: string | undefined,
  { files, ...selection }: BackupOptions,
): Promise<void> =>
  withService(terminal, async (service) => {
    const time = service.now().toISOString().slice(0, 19).replaceAll(':', '-');
    const file = archiveName(name ?? `backup-${time}`, { compress: true });
    await recordAction(service, { action: 'site.backup', target: { type: 'site', name: basename(file) } });
    terminal.log(`writing ${file}: with this name, it continues after an interruption`);
    const result = await backupSite({ service, selection, files, log: terminal.log }, file);
    for (const key of result.missingFiles) terminal.log(`left out a file that is not stored: ${key}`);
    terminal.log(`${formatCount(result.documents, 'document')}, ${formatCount(result.files, 'file')}`);
    terminal.print(file);
  });

/** Restores an archive; progress goes to stderr. */
export const restore = (terminal: Terminal, file: string, selection: RestoreOptions): Promise<void> =>
  withService(terminal, async (service) => {
    const { documents, files } = await restoreSite({ service, file, selection, log: terminal.log });
    terminal.log(`restored ${formatCount(documents, 'document')} and ${formatCount(files, 'file')}`);
  });
