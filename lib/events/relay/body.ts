// The body of a call, in Strapi's form.
import { builtInUids } from '../../schema/index.ts';
import type { Told } from '../webhooks/index.ts';

/** @param more what a call has that stands for several events */
export const bodyOf = ({ event, createdAt, model, uid, entry }: Told, more: object = {}): string =>
  JSON.stringify(
    uid === builtInUids.file
      ? { event, createdAt, media: entry, ...more }
      : { event, createdAt, model, uid, entry, ...more },
  );
