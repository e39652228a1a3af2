// Declares releases and their actions as they are stored, and what answers show of a release.
import type { Collection, Db, ObjectId } from 'mongodb';
import type { FromSchema } from '../contracts/index.ts';
import { collections, type OutboxEvent } from '../platform/db/index.ts';
import type { actionType, state } from './contract.ts';
import { momentOf, type ZonedTime } from './zonedTimes.ts';

/**
 * Strapi's words. `ready`: all actions can be done; `blocked`: some cannot, for reasons that are known; `failed`: the release was
 * tried, and refused.
 */
export type ReleaseStatus = FromSchema<(typeof state)['status']>;

/** A planned time, with the version of the zone data from which its moment was computed. */
export interface StoredSchedule extends ZonedTime {
  readonly zoneData: string;
}

/** A session of an agent ends so long after its last write. */
export const agentSessionMs = 3_600_000;

/** The session of an agent whose writes a release collects. */
export interface AgentSession {
  /** The agent: the id of a grant, or of the caller with a token. */
  readonly key: string;
  /** Of the client or the token. */
  readonly name: string;
  /** The documentId of its person, the owner of the change set; null: of a token. */
  readonly owner: string | null;
  /** The name of the person, also in the name of the release; null: of a token, or of a deleted user. */
  readonly by: string | null;
  /** The key, while the next write belongs to it; unique. */
  readonly open?: string;
  readonly writes: number;
  readonly writtenAt: Date;
}

export interface StoredRelease {
  readonly _id: number;
  /** null: the schedule of one document. */
  readonly name: string | null;
  /** The owner, as `authorOf` returns it. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Rises with each change of the release or its actions: what was checked is what is executed. */
  readonly revision: number;
  readonly status: ReleaseStatus;
  /** When it was done, by the database's clock; null: not yet. */
  readonly releasedAt: Date | null;
  readonly schedule: StoredSchedule | null;
  /** The moment of the schedule. */
  readonly scheduledAt: Date | null;
  /** When the sweep looks at it next; absent: never. */
  readonly due?: Date;
  readonly actionCount: number;
  /** Why the last attempt failed. */
  readonly failure?: { readonly at: Date; readonly message: string };
  /** The actions that cannot be done and about which mails were sent. */
  readonly notified?: readonly number[];
  /** Of a change set. */
  readonly agent?: AgentSession;
  /** Its event, until the relay has dispatched it. */
  readonly pending?: { readonly id: ObjectId; readonly at: Date; readonly entry: ReleaseEntry };
}

export type ActionType = FromSchema<typeof actionType>;

export interface StoredAction {
  readonly _id: number;
  readonly release: number;
  readonly type: ActionType;
  /** The uid of a content type. */
  readonly contentType: string;
  readonly documentId: string;
  /** `*`: every locale; null: the type is not localized. */
  readonly locale: string | null;
  /** Whose rights count when it is executed. As `StoredRelease.createdBy`; `agentAuthor`: nobody's. */
  readonly author: string | null;
  /**
   * Of a document that an agent wrote: the change set in the marks of its versions, the number of the first (0: unknown), and from
   * which stage to which the agent moved the draft.
   */
  readonly change?: { readonly set: number; readonly first: number; readonly stages?: OutboxEvent['stages'] };
}

/** The author of an action of an agent, until a person publishes or plans it. Nobody has this name, so it has no rights. */
export const agentAuthor = 'an agent';

export const everyLocale = '*';

/** As for `WriteContext`: undefined is every locale. */
export const writtenLocaleOf = ({ locale }: Pick<StoredAction, 'locale'>): string | null | undefined =>
  locale === everyLocale ? undefined : locale;

/** Whether an action is about its document in this locale. */
export const coversLocale = (action: Pick<StoredAction, 'locale'>, locale: string | null): boolean =>
  action.locale === everyLocale || action.locale === locale;

/** In an `$unset`: ends the session of a change set, so what the agent writes next begins another one. */
export const endOfAgentSession = { 'agent.open': 1 } as const;

export const releasesIn = (db: Db): Collection<StoredRelease> => db.collection(collections.releases);
export const actionsIn = (db: Db): Collection<StoredAction> => db.collection(collections.releaseActions);

/** What events and answers show of a release. */
export interface ReleaseEntry {
  readonly id: number;
  readonly name: string | null;
  readonly releasedAt: Date | null;
  readonly scheduledAt: Date | null;
  readonly timezone: string | null;
  /** What the clock of the zone shows at that moment. */
  readonly localTime: string | null;
  readonly status: ReleaseStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const toEntry = (release: StoredRelease): ReleaseEntry => {
  const { _id: id, name, releasedAt, scheduledAt, schedule, status, createdAt, updatedAt } = release;
  const { timezone = null, localTime = null } = schedule ?? {};
  return { id, name, releasedAt, scheduledAt, timezone, localTime, status, createdAt, updatedAt };
};

/** How long before its moment a release is checked, so that its authors can correct it in time. */
const checkAheadMs = 3_600_000;

/** How long a release is not checked at most: a user may lose a right, or another document may take a value. */
const maxRestMs = 86_400_000;

/** The fields of a release that its planned time decides. */
export type ScheduleFields = Pick<StoredRelease, 'schedule' | 'scheduledAt' | 'due'>;

/** @param time null: the release has no planned time */
export const scheduleFields = (time: ZonedTime | null): ScheduleFields => {
  const latest = Date.now() + maxRestMs;
  if (time === null) return { schedule: null, scheduledAt: null, due: new Date(latest) };
  const scheduledAt = momentOf(time);
  return {
    schedule: { ...time, zoneData: process.versions.tz ?? '' },
    scheduledAt,
    due: new Date(Math.min(scheduledAt.getTime() - checkAheadMs, latest)),
  };
};

/** In an update: null for a release without a moment. */
export const beforeMoment = { $subtract: ['$scheduledAt', checkAheadMs] };

/** In an update: when a release is checked next. */
export const nextCheck = (now: Date | '$$NOW' = '$$NOW', moment: object = beforeMoment): object => ({
  $min: [moment, { $add: [now, maxRestMs] }],
});
