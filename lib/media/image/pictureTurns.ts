// Lets callers take turns with their pictures, which a process decodes one at a time.
import { FairQueue, takePlace } from '../../platform/fairQueue.ts';

/** Where the files of a picture are made, and for whom. */
export interface PictureWork {
  /** A temporary folder. */
  readonly folder: string;
  /** Pictures with the same text wait for each other: as for a `Reader`. */
  readonly key: string;
  /** Aborts when the client disconnects; undefined where nobody sees it. */
  readonly signal?: AbortSignal | undefined;
}

/** Decoding takes much memory. */
const queue = new FairQueue({ places: 1, placesOfKey: 1 });

/** Long enough for forms of some callers: each of their pictures may take seconds. */
const wait = { what: 'pictures', maxMs: 300_000 };

/**
 * Runs work in a turn of its caller: between two pictures of one caller comes one of each other caller that waits.
 *
 * @throws ApiError as `takePlace`
 */
export const inPictureTurn = async <T>({ key, signal }: PictureWork, work: () => Promise<T>): Promise<T> => {
  await takePlace(queue, key, signal, wait);
  try {
    return await work();
  } finally {
    queue.leave(key);
  }
};
