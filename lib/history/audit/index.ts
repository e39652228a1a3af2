// The audit log: who changed what, read page by page or exported. `lib/platform/audit` stores the rows.
export { readAuditFilters } from './auditQuery.ts';
export { auditHandlers } from './handlers.ts';
export { recordEvents } from './recordEvents.ts';
export { exportAuditRows, toAuditAnswer } from './readAudit.ts';
