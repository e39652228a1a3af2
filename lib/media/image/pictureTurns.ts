// Lets callers take turns with their pictures, which a process decodes one at a time, and with files that it fetches from the bucket.
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

/** Long enough for forms of some callers: each of their pictures may take seconds. */
const maxMs = 300_000;

/** @returns a function that runs work in a turn of its caller, and throws ApiError as `takePlace` */
const turnsOf =
  (what: string, queue: FairQueue) =>
  async <T>({ key, signal }: Pick<PictureWork, 'key' | 'signal'>, work: () => Promise<T>): Promise<T> => {
    await takePlace(queue, key, signal, { what, maxMs });
    try {
      return await work();
    } finally {
      queue.leave(key);
    }
  };

/** Decoding takes much memory. Between two pictures of one caller comes one of each other caller that waits. */
export const inPictureTurn = turnsOf('pictures', new FairQueue({ places: 1, placesOfKey: 1 }));

/**
 * For what takes files that were sent to the bucket, or that are at another address: a request of a hundred bytes fetches a file of the
 * greatest size, and may name the same one as others.
 */
export const inFetchTurn = turnsOf('uploads', new FairQueue({ places: 8, placesOfKey: 2 }));
