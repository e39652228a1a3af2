// Adds a write's events, and the time of its change to published content, to the update of the document. Because both
// are in the same atomic update, every write has its event, and every event its write.
import { ObjectId, Timestamp } from 'mongodb';
import { currentInitiator } from '../../platform/audit/index.ts';
import { isContent, type ContentType } from '../../schema/index.ts';
import { setMark } from './changeSource.ts';
import { eventDepth } from './eventDepth.ts';
import type { EventAction, OutboxEvent, StoredVersions } from '../../platform/db/index.ts';

/**
 * Makes the events of a write. Only content types have events.
 *
 * @param actions the actions of the write, in order
 * @param more further fields of each event
 * @param changed the names of the attributes that the write changes, for the audit log
 */
export const eventsOf = (
  type: ContentType,
  actions: readonly EventAction[],
  at: Date,
  more: Pick<OutboxEvent, 'removedVersion' | 'stages'> = {},
  changed?: readonly string[],
): readonly OutboxEvent[] => {
  if (!isContent(type)) return [];
  const initiator = currentInitiator();
  const audit =
    initiator === undefined ? {} : { audit: { ...initiator, ...(changed === undefined ? {} : { changed }) } };
  const rest = { ...eventDepth(), ...setMark(), ...audit, ...more };
  return actions.map((action) => ({ id: new ObjectId(), action, at, ...rest }));
};

/** The same event; the audit log calls it a restore. */
export const asRestored = (event: OutboxEvent): OutboxEvent =>
  event.audit === undefined ? event : { ...event, audit: { ...event.audit, restored: true } };

/** The actions of a write: writing the published version of a type with drafts is also a `publish`. */
export const writeActions = (
  { draftAndPublish }: ContentType,
  action: 'create' | 'update',
  { published }: StoredVersions,
): readonly EventAction[] => (draftAndPublish && published !== undefined ? [action, 'publish'] : [action]);

/** The part of an update that adds the events. */
export const pushEvents = (events: readonly OutboxEvent[]) =>
  events.length === 0 ? {} : { $push: { pending: { $each: [...events] } } };

/** The part of an update that sets the time at which the published version changed. */
export const changeTimeUpdate = { $currentDate: { changed: { $type: 'timestamp' } } } as const;

/**
 * The fields that a new document has for its events, for the time of its change and for the total of its type. MongoDB
 * replaces the empty timestamp by its own time.
 */
export const initialTracking = ({ published }: StoredVersions, events: readonly OutboxEvent[]) => ({
  ...(events.length === 0 ? {} : { pending: events }),
  ...(published === undefined ? {} : { changed: new Timestamp({ t: 0, i: 0 }) }),
  ...(published === undefined || events.length === 0 ? {} : { uncounted: 1 }),
});
