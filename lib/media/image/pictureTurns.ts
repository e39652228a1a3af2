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

interface Turns {
  readonly queue: FairQueue;
  readonly wait: { readonly what: string; readonly maxMs: number };
}

/** Long enough for forms of some callers: each of their pictures may take seconds. */
const maxMs = 300_000;

/** Decoding takes much memory. */
const pictures: Turns = {
  queue: new FairQueue({ places: 1, placesOfKey: 1 }),
  wait: { what: 'pictures', maxMs },
};

/** A request of a hundred bytes fetches a file of the greatest size, and may name the same one as others. */
const sentFiles: Turns = {
  queue: new FairQueue({ places: 8, placesOfKey: 2 }),
  wait: { what: 'uploads', maxMs },
};

const inTurn = async <T>({ queue, wait }: Turns, { key, signal }: PictureWork, work: () => Promise<T>): Promise<T> => {
  await takePlace(queue, key, signal, wait);
  try {
    return await work();
  } finally {
    queue.leave(key);
  }
};

/**
 * Runs work in a turn of its caller: between two pictures of one caller comes one of each other caller that waits.
 *
 * @throws ApiError as `takePlace`
 */
export const inPictureTurn = <T>(of: PictureWork, work: () => Promise<T>): Promise<T> => inTurn(pictures, of, work);

/** The same for what takes files that were sent to the bucket: two of a caller at a time. */
export const inSentFileTurn = <T>(of: PictureWork, work: () => Promise<T>): Promise<T> => inTurn(sentFiles, of, work);
