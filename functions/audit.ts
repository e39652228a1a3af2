// The audit log, at /admin/audit.
import { checkAdministration, dispatch, endpoint, plainAnswer } from '../lib/api/http/index.ts';
import { auditRoutes } from '../lib/api/http/routes/index.ts';
import { readAuditPage, readAuditQuery } from '../lib/history/audit/index.ts';

const operation = dispatch(auditRoutes, checkAdministration, {
  findAuditRows: async ({ query }, { config, database }) => {
    const auditQuery = readAuditQuery(query, config.api.rest);
    const { data, nextCursor } = await readAuditPage(await database.get(), auditQuery);
    return plainAnswer({ data, meta: { pagination: { pageSize: auditQuery.pageSize, nextCursor } } });
  },
});

export const handler = endpoint(operation);
