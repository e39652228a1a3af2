// The audit log: who changed what, read page by page or exported. `lib/platform/audit` stores the rows.
export { readAuditFilters, readAuditQuery } from './auditQuery.ts';
export { recordEvents } from './recordEvents.ts';
export { exportAuditRows, readAuditPage, toAuditAnswer } from './readAudit.ts';
