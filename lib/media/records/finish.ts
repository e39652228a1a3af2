// The formats of a picture that was too large for its request, made after it. Whoever does it may not be the only one, nor
// do it only once.
import { unitOf, type Stored } from '../../platform/db/index.ts';
import { alone, updating } from '../../write/documents/index.ts';
import { ApiError } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { fileTarget, recordIn, recordNow } from './files.ts';
import { pictureOf, type Picture } from '../image/picture.ts';
import { fetched } from './prepareSent.ts';
import { discard, preparedOf } from './prepare.ts';
import { keysOf, type FileRecord } from './record.ts';
import { withFolder } from '../store/tempDir.ts';
import { storeOf } from '../store/storeOf.ts';

/** `faulty`: it will never have formats, and its record says why; `gone`: there is nothing to be done for it any more. */
export type Finished = 'made' | 'faulty' | 'gone';

/** @returns whether it was written: not where the record does not wait for what is under the key any more */
const writeIfPending = async (
  service: Service,
  documentId: string,
  key: string,
  data: Partial<FileRecord>,
): Promise<boolean> => {
  const write = await updating(service, fileTarget(service.schema), documentId, data);
  return alone(service, {
    about: write.about,
    attempt: (unit) =>
      unit.together(async (whole) => {
        const found = await recordNow(service, whole, documentId);
        if (found === null || recordIn(found).pending?.key !== key) return false;
        await write.attempt(whole);
        return true;
      }),
  });
};

/** What the picture is; the message where it is none, or too large: that does not change by trying again. */
const decoded = async (
  service: Service,
  path: string,
  record: FileRecord,
  folder: string,
): Promise<Picture | string> => {
  try {
    const type = { mime: record.mime, ext: record.ext };
    const picture = await pictureOf(path, type, folder, service.config.upload.formats);
    return picture ?? 'File is not a valid image';
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
};

/** The record keeps what was sent: nothing that was accepted is lost, and nothing that nobody could look into is shown. */
const giveUp = async (service: Service, documentId: string, key: string, fault: string): Promise<Finished> => {
  const told = await writeIfPending(service, documentId, key, { pending: { key, fault } });
  if (!told) return 'gone';
  console.error(
    JSON.stringify({ level: 'error', message: 'no formats can be made of a picture', documentId, key, fault }),
  );
  return 'faulty';
};

/**
 * Makes the formats that a record waits for. The file and they get the keys that its `hash` says, always the same bytes,
 * so others who do it at the same time do no harm; who comes last takes away what the record then does not point to.
 *
 * @param stored a record that waits
 * @throws Error when the store or the database does not answer: it is to be tried again
 */
export const finish = (service: Service, stored: Stored): Promise<Finished> =>
  withFolder(async (folder) => {
    const { documentId } = stored;
    const record = recordIn(stored);
    if (!record.pending) return 'gone';
    const { key } = record.pending;
    const store = storeOf(service.config.upload);
    const path = await fetched(store, key, folder);
    const picture = await decoded(service, path, record, folder);
    if (typeof picture === 'string') return giveUp(service, documentId, key, picture);
    const { name, hash, mime, ext } = record;
    const file = { name, hash, type: { mime, ext }, picture, path, bytes: picture.bytes };
    const { record: made, parts } = preparedOf(service.config.upload, file);
    for (const { put } of parts) await put();
    const { width, height, formats, size } = made;
    const written = await writeIfPending(service, documentId, key, { width, height, formats, size, pending: null });
    const now = await recordNow(service, await unitOf(service.database), documentId);
    const kept = new Set(now === null ? [] : keysOf(recordIn(now)));
    await discard(
      store,
      [key, ...parts.map((part) => part.key)].filter((one) => !kept.has(one)),
    );
    return written ? 'made' : 'gone';
  });
