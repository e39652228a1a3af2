// The audit log, at /admin/audit.
import { checkAdministration, dispatch, plainAnswer } from '../../lib/api/http/index.ts';
import { auditRoutes } from '../../lib/api/http/routes/index.ts';
import { readAuditPage, readAuditQuery } from '../../lib/history/audit/index.ts';

export const audit = dispatch(auditRoutes, checkAdministration, {
  findAuditRows: async ({ query }, { config, database }) => {
    const auditQuery = readAuditQuery(query, config.api.rest);
    const { data, nextCursor } = await readAuditPage(await database.get(), auditQuery);
    return plainAnswer({ data, meta: { pagination: { pageSize: auditQuery.pageSize, nextCursor } } });
  },
});
