// Files that go to the bucket directly, since a request to a function cannot hold them: where they are sent, and what is made of them.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Caller } from '../access/index.ts';
import type { Settings } from '../config/index.ts';
import type { Stored } from '../db/index.ts';
import { followed } from '../documents/index.ts';
import { ApiError, invalid, invalidValues } from '../errors.ts';
import { plainBody } from '../plain-body.ts';
import type { Service } from '../service.ts';
import { checkInfo } from './file-info.ts';
import { fileTooLarge } from './form.ts';
import { cleanName, hashOf, titleOf } from './names.ts';
import { discard } from './prepare.ts';
import { presignPost, sentName } from './s3-direct.ts';
import { storeOf } from './store-of.ts';
import { uploadFiles, type Commit } from './upload.ts';

/** Where a form is to be sent, with what before its `file`; the key names it when that is done. */
export interface Presigned {
  readonly key: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** No record points to what is sent: it has its own name until it is looked at. */
const sentKey = /^sent_[A-Za-z\d_]{1,120}_[0-9a-f]{10}$/;

const onlyS3 = ({ provider }: Settings['upload']): void => {
  if (provider !== 's3')
    throw new ApiError(404, 'NotFoundError', 'Files are stored in a folder here: send them to /api/upload');
};

/**
 * @param body `{name, mime, size}`: what it is called, what it may be, and how many bytes it has
 * @throws ApiError 400 for another body, 404 where there is no bucket, 413 for more bytes than a file may have
 */
export const presign = async ({ config }: Service, body: unknown): Promise<Presigned> => {
  onlyS3(config.upload);
  const { name, mime, size } = plainBody(body, ['name', 'mime', 'size']);
  const fault = (key: string, message: string, value: unknown) =>
    invalidValues([{ path: [key], message: `${key} ${message}`, value }]);
  if (typeof name !== 'string' || titleOf(name) === '') throw fault('name', 'must be a text that is not empty', name);
  if (typeof mime !== 'string' || !/^[\w.+-]+\/[\w.+-]+$/.test(mime)) throw fault('mime', 'must be a media type', mime);
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1)
    throw fault('size', 'must be a whole number of bytes', size);
  if (size > config.upload.sizeLimit) throw fileTooLarge(config.upload.sizeLimit);
  const key = `sent_${hashOf(cleanName(name))}`;
  return { key, ...(await presignPost(config.upload.s3, key, { name: cleanName(name), mime, bytes: size })) };
};

/**
 * Makes the record, and the formats, of a file that was sent to the bucket.
 *
 * @param body `{key, fileInfo}`, and what else a form of `/api/upload` may say
 * @param folder for the time of the request
 * @param commit as for `uploadFiles`
 * @throws ApiError 400 for another body, 404 when nothing was sent under the key; and as `uploadFiles`
 */
export const complete = async <T>(
  service: Service,
  caller: Caller,
  body: unknown,
  folder: string,
  commit: Commit<Stored, T>,
): Promise<T> => {
  const { upload } = service.config;
  onlyS3(upload);
  const { key, fileInfo = {}, ...relating } = plainBody(body, ['key', 'fileInfo', 'ref', 'refId', 'field']);
  const store = storeOf(upload);
  const sent = typeof key === 'string' && sentKey.test(key) ? await store.find(key) : undefined;
  if (sent === undefined) throw new ApiError(404, 'NotFoundError', 'Nothing was sent under that key');
  if (sent.bytes > upload.sizeLimit) throw fileTooLarge(upload.sizeLimit);
  const info = checkInfo(fileInfo);
  const fields = new Map([
    ['fileInfo', [JSON.stringify(info)]],
    ...Object.entries(relating).map(([name, value]): [string, string[]] => {
      if (typeof value !== 'string' && typeof value !== 'number')
        throw invalid(`${name} must be a text`, { path: name });
      return [name, [String(value)]];
    }),
  ]);
  const path = join(folder, 'sent');
  await pipeline(await store.read(sent.key), createWriteStream(path));
  const file = { name: await sentName(upload.s3, sent.key), path, bytes: sent.bytes };
  return uploadFiles(service, caller, { files: [file], fields }, folder, (write) =>
    commit(
      followed(write, async ([stored], unit) => {
        if (stored === undefined) throw new Error('a file that was stored has no record');
        await unit.later(() => discard(store, [sent.key]));
        return stored;
      }),
    ),
  );
};
