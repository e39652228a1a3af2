// The names of events, in Strapi's words: of documents, of files, of releases and of stages.

export const eventNames = [
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'media.create',
  'media.update',
  'media.delete',
  'releases.publish',
  'review-workflows.updateEntryStage',
] as const;

export type EventName = (typeof eventNames)[number];

/** What a target of the configuration can want beside events: each row of the audit log. */
export const auditSubscription = 'audit.*';

/** What a receiver wants. */
export type Subscribed = EventName | typeof auditSubscription;

/** What a delivery is about: an event, or a row of the audit log by its action. */
export type DeliveredName = EventName | `audit.${string}`;
