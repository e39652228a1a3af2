// The names of events, in Strapi's words: of documents and of files.

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
] as const;

export type EventName = (typeof eventNames)[number];
