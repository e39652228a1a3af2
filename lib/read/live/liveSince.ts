// Writes and reads `since`: what a client knows of its tags, as short text.
import { invalid } from '../../errors.ts';

/** What a client knows of its tags. */
export interface LiveSince {
  /** The client knows all changes that are older than the horizon before this time, in seconds. */
  readonly seconds: number;
  /** For each of its tags, in their order, a digest of the newer changes that the client knows; '' without any. */
  readonly digests: readonly string[];
}

/** @returns only the time, as long as nothing has changed: so clients with the same tags send the same address */
export const writeSince = ({ seconds, digests }: LiveSince): string =>
  [seconds, ...digests.slice(0, digests.findLastIndex((digest) => digest !== '') + 1)].join('.');

const form = /^\d{1,11}(?:\.[\w-]{0,6})*$/;

/**
 * @param text what `writeSince` returned
 * @param tags how many tags the client has
 * @throws ApiError 400 for any other text
 */
export const readSince = (text: string, tags: number): LiveSince => {
  const [seconds, ...digests] = text.split('.');
  if (!form.test(text) || digests.length > tags)
    throw invalid('Invalid since: send meta.since of the previous answer to the same tags', { path: 'since' });
  return { seconds: Number(seconds), digests };
};
