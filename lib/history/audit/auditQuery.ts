// Reads which rows of the audit log a request lists.
import { ObjectId } from 'mongodb';
import { invalid } from '../../errors.ts';
import { auditActions, type AuditAction } from '../../platform/audit/index.ts';
import { invalidCursor } from '../../platform/cursors.ts';
import { didYouMean } from '../../schema/index.ts';
import { auditKinds } from './contract.ts';

/** The row after which a page starts. */
export interface AuditPosition {
  readonly at: Date;
  readonly id: ObjectId;
}

export interface AuditFilters {
  readonly actor?: string;
  /** undefined: all. */
  readonly actions?: readonly AuditAction[];
  readonly type?: string;
  readonly documentId?: string;
  /** The first moment, and the first one after the last. */
  readonly from?: Date;
  readonly to?: Date;
}

export interface AuditQuery extends AuditFilters {
  readonly pageSize: number;
  /** undefined: the first page. */
  readonly after: AuditPosition | undefined;
}

/** @param text the name of an action, or its first part: `login` for all of `login.…` */
const readActions = (text: string): readonly AuditAction[] => {
  const found = auditActions.filter((action) => action === text || action.startsWith(`${text}.`));
  if (found.length > 0) return found;
  const near = didYouMean(text, [...auditActions, ...auditKinds]);
  throw invalid(`Invalid value at action: there is no action "${text}"${near}`, { path: 'action', value: text });
};

/** An ISO date, or a date with a time and an offset. */
const dateForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

const readDate = (text: string, path: string): Date => {
  const date = new Date(dateForm.test(text) ? text : Number.NaN);
  if (!Number.isNaN(date.getTime())) return date;
  throw invalid(`Invalid value at ${path}: expected a date such as 2026-01-31 or 2026-01-31T09:30:00Z`, {
    ...{ path, value: text },
  });
};

export const writeAuditCursor = ({ at, id }: AuditPosition): string =>
  Buffer.from(`${at.getTime()} ${id.toHexString()}`).toString('base64url');

/** @throws ApiError 400 for a text that is no cursor */
export const readAuditCursor = (text: string | undefined): AuditPosition | undefined => {
  if (text === undefined) return undefined;
  const [, time = '', id = ''] = /^(\d{1,15}) ([0-9a-f]{24})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (id !== '') return { at: new Date(Number(time)), id: new ObjectId(id) };
  throw invalidCursor();
};

/** @throws ApiError 400 for a value that is no filter */
export const readAuditFilters = (
  values: Readonly<Partial<Record<'actor' | 'action' | 'type' | 'documentId' | 'from' | 'to', string>>>,
): AuditFilters => {
  const { actor, action, type, documentId, from, to } = values;
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { actions: readActions(action) }),
    ...(type === undefined ? {} : { type }),
    ...(documentId === undefined ? {} : { documentId }),
    ...(from === undefined ? {} : { from: readDate(from, 'from') }),
    ...(to === undefined ? {} : { to: readDate(to, 'to') }),
  };
};
