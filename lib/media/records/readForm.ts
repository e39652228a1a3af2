// Reads a multipart form while it arrives. Its files go to a folder, so they are never completely in memory.
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { BusboyFileStream } from '@fastify/busboy';
import { ApiError, invalid, invalidKey } from '../../errors.ts';

/** A file of a form, saved in the folder. */
export interface FormFile {
  /** The file name from the client, without folders. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

export interface Form {
  readonly files: readonly FormFile[];
  /** The values of each field, in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** A form with the hashes of its files. */
interface ReceivedForm extends Form {
  readonly files: readonly (FormFile & { readonly sha256: string })[];
}

export interface FormRules {
  /** The allowed field names beside `files`. */
  readonly fields: readonly string[];
  /** The maximum size of all files together, in bytes. */
  readonly sizeLimit: number;
}

// A form may take an hour to arrive, and its fields stay in memory all that time. Files go to a folder.
const limits = { files: 50, fields: 100, fieldSize: 65_536, fieldNameSize: 100, headerPairs: 50 };

/** The size of a form with files of `sizeLimit`: its fields and the headers of its parts are far below a megabyte. */
export const maxFormBytes = (sizeLimit: number): number => sizeLimit + 1_048_576;

/**
 * Fields that clients of Strapi send: a folder of its provider for S3, and the plugin that `ref` belongs to. Neither has a meaning
 * here.
 */
const ignoredFields = ['path', 'source'];

export const fileTooLarge = (sizeLimit: number): ApiError =>
  new ApiError(413, 'PayloadTooLargeError', `A file is larger than ${sizeLimit} bytes`);

const filesTooLarge = (sizeLimit: number): ApiError =>
  new ApiError(413, 'PayloadTooLargeError', `The files of the form have more than ${sizeLimit} bytes`);

const invalidForm = (): ApiError => invalid('The request body is not a valid multipart form');

/** A part may have no name. */
const unknownField = (field: string | undefined): ApiError =>
  field === undefined ? invalid('A part of the form has no name') : invalidKey(field, '', 'body');

const busboyFor = async (contentType: string) => {
  const { default: Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw invalidForm();
  }
};

/** Reads and ignores the rest of a stream, because a client that is still sending would not receive the answer. */
const drain = (stream: Readable, parser: NodeJS.WritableStream): void => {
  stream.unpipe(parser);
  stream.on('error', () => undefined).resume();
};

/**
 * @param contentType with the boundary of the form
 * @param folder where its files are saved
 * @throws ApiError 400 for an invalid form or an unknown field; 413 for files that are too large
 */
export const readForm = async (
  stream: Readable,
  contentType: string,
  folder: string,
  { fields: allowedFields, sizeLimit }: FormRules,
): Promise<ReceivedForm> => {
  const parser = await busboyFor(contentType);
  const abortController = new AbortController();
  setMaxListeners(limits.files, abortController.signal);
  const files: Promise<ReceivedForm['files'][number]>[] = [];
  const fields = new Map<string, string[]>();
  let left = sizeLimit;
  let fieldBytes = 0;
  const save = async (file: BusboyFileStream, name: string): Promise<ReceivedForm['files'][number]> => {
    const path = join(folder, String(files.length));
    const hash = createHash('sha256');
    const counted = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        left -= chunk.length;
        if (left < 0) throw filesTooLarge(sizeLimit);
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(file, counted, createWriteStream(path), { signal: abortController.signal });
    return { name, path, bytes: file.bytesRead, sha256: hash.digest('base64url') };
  };
  const parsed = new Promise<void>((resolve, reject) => {
    const refuse = (message: string) => () => {
      reject(invalid(message));
    };
    parser
      .on('file', (field: string | undefined, file, name: string | undefined) => {
        if (field !== 'files') reject(unknownField(field));
        const saved = save(file, name ?? '');
        saved.catch(reject);
        files.push(saved);
      })
      .on('field', (field: string | undefined, value, _nameIsCut, isCut) => {
        if (field !== undefined && ignoredFields.includes(field)) return;
        if (field === undefined || !allowedFields.includes(field)) {
          reject(unknownField(field));
          return;
        }
        fieldBytes += Buffer.byteLength(value);
        if (isCut || fieldBytes > limits.fieldSize)
          reject(invalid(`The fields of a form may have at most ${limits.fieldSize} bytes together`, { path: field }));
        fields.set(field, [...(fields.get(field) ?? []), value]);
      })
      .on('filesLimit', refuse(`A form may have at most ${limits.files} files`))
      .on('fieldsLimit', refuse(`A form may have at most ${limits.fields} fields`))
      .on('error', () => {
        reject(invalidForm());
      })
      .on('finish', resolve);
  });
  try {
    const arrived = finished(stream, { writable: false }).catch((error: unknown) => {
      throw error instanceof ApiError ? error : invalidForm();
    });
    stream.pipe(parser);
    await Promise.all([arrived, parsed]);
    const saved = await Promise.all(files);
    // A browser sends an empty file for an input without a file.
    return { files: saved.filter(({ name, bytes }) => name !== '' || bytes > 0), fields };
  } catch (error) {
    drain(stream, parser);
    abortController.abort();
    await Promise.allSettled(files);
    throw error;
  }
};

/** The content of a form, independent of its encoding: its fields, and the names and hashes of its files. */
export const formContent = ({ fields, files }: ReceivedForm): unknown => ({
  fields: [...fields],
  files: files.map(({ name, sha256 }) => [name, sha256]),
});
