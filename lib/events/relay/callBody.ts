// Builds the body of a webhook call in Strapi's format.
import { builtInUids } from '../../schema/index.ts';
import type { EventPayload } from '../webhooks/index.ts';

/** @param more extra keys, for a call that reports several events */
export const callBody = ({ event, createdAt, model, uid, entry }: EventPayload, more: object = {}): string =>
  JSON.stringify(
    uid === builtInUids.file
      ? { event, createdAt, media: entry, ...more }
      : { event, createdAt, model, uid, entry, ...more },
  );
