// Answers the operation on the audit log.
import type { Handlers } from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import { readAuditCursor, readAuditFilters } from './auditQuery.ts';
import type { auditContract } from './contract.ts';
import { readAuditPage } from './readAudit.ts';

export const auditHandlers: Handlers<typeof auditContract, Service> = {
  findAuditRows: async ({ query, page: { pageSize, cursor } }, { database }) => {
    const filters = readAuditFilters(query);
    return readAuditPage(await database.get(), { ...filters, pageSize, after: readAuditCursor(cursor) });
  },
};
