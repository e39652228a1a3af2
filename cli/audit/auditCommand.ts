// The command `lectern audit export`.
import { exportAuditRows, readAuditFilters } from '../../lib/history/audit/index.ts';
import { recordAction } from '../../lib/platform/audit/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface AuditExportOptions {
  readonly actor?: string;
  readonly action?: string;
  readonly type?: string;
  readonly document?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Prints the rows as lines of JSON. The export itself is the first of them. */
export const exportAudit = (terminal: Terminal, { document, ...options }: AuditExportOptions): Promise<void> =>
  withService(terminal, async (service) => {
    const filters = readAuditFilters({ ...options, ...(document === undefined ? {} : { documentId: document }) });
    await recordAction(service, { action: 'audit.export', target: { type: 'site' } });
    const rows = exportAuditRows(await service.database.get(), filters);
    for await (const row of rows) terminal.print(JSON.stringify(row));
  });
