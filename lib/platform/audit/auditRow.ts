// Declares the rows of the audit log, and makes them. No row has a value or a secret.
import { ObjectId, type Collection, type Db } from 'mongodb';
import type { Config } from '../config/index.ts';
import { auditSubscription } from '../eventNames.ts';
import { dayMs } from '../dayMs.ts';
import { collections } from '../db/index.ts';
import type { AuditAction } from '../auditActions.ts';
import { currentInitiator, type Initiator } from './initiator.ts';

/** What a row is about. */
export interface AuditTarget {
  /** The uid of a content type, or a kind of thing that is no document: `token`, `webhook`, `locale`, `list`, `site`. */
  readonly type: string;
  readonly documentId?: string;
  readonly locale?: string;
  /** The id of a thing that is no document. */
  readonly id?: string;
  readonly name?: string;
}

/** What happened, as the operation that did it says. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly target: AuditTarget;
  /** The names of what changed. */
  readonly changed?: readonly string[];
  /** Instead of the current one: whoever logs in has no caller before. */
  readonly actor?: string;
}

export interface AuditRow extends AuditEntry, Initiator {
  readonly _id: ObjectId;
  readonly at: Date;
  readonly actor: string;
  /** How many failed logins within a minute the row stands for; absent: 1. */
  readonly count?: number;
  /** Until the relay has dispatched the row to the targets that want it. */
  readonly pending?: true;
  /** When an index removes the row. */
  readonly until: Date;
}

/** Whether a target of the configuration wants the rows. */
const isWanted = ({ events }: Pick<Config, 'events'>): boolean =>
  Object.values(events.targets).some((target) => target.events.includes(auditSubscription));

/** What recording needs. A service has it. */
export interface AuditContext {
  readonly config: Pick<Config, 'audit' | 'events'>;
  readonly now: () => Date;
}

export const isAuditOn = ({ config }: { readonly config: Pick<Config, 'audit'> }): boolean => config.audit.days > 0;

/** No request can grant or send more names than this; a row stays small. */
const maxChanged = 1_000;

/**
 * @param initiator who started the change; by default, whoever started the current work
 * @param _id of the event that the row describes, so that it is stored once; by default a new one
 */
export const makeAuditRow = (
  { config, now }: AuditContext,
  { action, target, changed, actor }: AuditEntry,
  {
    at = now(),
    initiator = currentInitiator(),
    _id = new ObjectId(),
  }: {
    readonly at?: Date;
    readonly initiator?: Initiator | undefined;
    readonly _id?: ObjectId;
  } = {},
): AuditRow => ({
  ...{ _id, at, action, actor: actor ?? initiator?.actor ?? 'system' },
  ...(initiator?.address === undefined ? {} : { address: initiator.address }),
  ...(initiator?.requestId === undefined ? {} : { requestId: initiator.requestId }),
  target,
  ...(changed === undefined ? {} : { changed: changed.slice(0, maxChanged) }),
  ...(isWanted(config) ? { pending: true as const } : {}),
  until: new Date(at.getTime() + config.audit.days * dayMs),
});

export const auditCollection = (db: Db): Collection<AuditRow> => db.collection(collections.audit);
