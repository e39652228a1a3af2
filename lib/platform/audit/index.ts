// The audit log: what its rows are, and how they are stored with the changes that they describe. `lib/history/audit` reads them.
export { auditActions, type AuditAction } from '../auditActions.ts';
export {
  auditCollection,
  isAuditOn,
  makeAuditRow,
  type AuditContext,
  type AuditEntry,
  type AuditRow,
  type AuditTarget,
} from './auditRow.ts';
export {
  actors,
  currentInitiator,
  currentRequestId,
  nameActor,
  runWithInitiator,
  type Initiator,
} from './initiator.ts';
export { changedNames, changedPermissions } from './changedNames.ts';
export { insertAuditRow, recordAction, recordChange, type RecordingContext } from './recordChange.ts';
