// Remembers the uploads in parts that are not complete, in this browser, so that choosing the file again continues them.
import { createStore, del, get, set } from 'idb-keyval';

const store = createStore('lectern-uploads', 'keys');

interface Kept {
  readonly key: string;
  /** Milliseconds. */
  readonly startedAt: number;
}

/** The API keeps the parts of an upload for a day. */
const lifetime = 24 * 60 * 60 * 1000;

/** A browser without storage, such as a private window, keeps nothing; such uploads begin again. */
const ignore = (): undefined => undefined;

/** Two files with the same name, size and time are the same. */
const idOf = ({ name, size, lastModified }: File): string => JSON.stringify([name, size, lastModified]);

/** @returns the key of the upload of this file that was not completed */
export const findUploadKey = async (file: File): Promise<string | undefined> => {
  const kept = await get<Kept>(idOf(file), store).catch(ignore);
  return kept !== undefined && Date.now() - kept.startedAt < lifetime ? kept.key : undefined;
};

export const keepUploadKey = (file: File, key: string): Promise<void> =>
  set(idOf(file), { key, startedAt: Date.now() } satisfies Kept, store).catch(ignore);

export const forgetUploadKey = (file: File): Promise<void> => del(idOf(file), store).catch(ignore);
