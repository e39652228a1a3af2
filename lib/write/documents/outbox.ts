// What a write leaves in a document for those who are told later: its events, and when what is published changed. Both are in
// the same atomic update, so that there is no write without its event, and no event without its write.
import { ObjectId, Timestamp } from 'mongodb';
import { isContent, type ContentType } from '../../schema/index.ts';
import type { Action, Happened, Versions } from '../../platform/db/index.ts';

/**
 * Others are told of content alone.
 *
 * @param actions what happened, in its order
 * @param more of each event
 */
export const eventsOf = (
  type: ContentType,
  actions: readonly Action[],
  at: Date,
  more: Pick<Happened, 'gone'> = {},
): readonly Happened[] =>
  isContent(type) ? actions.map((action) => ({ id: new ObjectId(), action, at, ...more })) : [];

/** What a write of versions is: with the published one of a type that has drafts, a publishing too. */
export const writing = (
  { draftAndPublish }: ContentType,
  action: 'create' | 'update',
  { published }: Versions,
): readonly Action[] => (draftAndPublish && published !== undefined ? [action, 'publish'] : [action]);

/** Of an update, the part that keeps the events. */
export const keeping = (events: readonly Happened[]) =>
  events.length === 0 ? {} : { $push: { pending: { $each: [...events] } } };

/** Of an update that changes the published version, or takes it away: when. */
export const changedNow = { $currentDate: { changed: { $type: 'timestamp' } } } as const;

/** What a new document has of both: MongoDB puts its time in the place of the empty timestamp. */
export const bornWith = ({ published }: Versions, events: readonly Happened[]) => ({
  ...(events.length === 0 ? {} : { pending: events }),
  ...(published === undefined ? {} : { changed: new Timestamp({ t: 0, i: 0 }) }),
});
