// A form with files, read as it comes: its files go to a folder, so that they are never in memory as a whole.
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { BusboyFileStream } from '@fastify/busboy';
import { ApiError, invalid, invalidKey } from '../../errors.ts';

/** A file of a form, in the folder. */
export interface FormFile {
  /** As it is called by who sends it, without folders. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

export interface Form {
  readonly files: readonly FormFile[];
  /** What each field says, in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** A form as it came. */
interface Received extends Form {
  readonly files: readonly (FormFile & { readonly sha256: string })[];
}

export interface FormRules {
  /** What its fields may be called, beside `files`. */
  readonly fields: readonly string[];
  /** Bytes of its files together at the most. */
  readonly sizeLimit: number;
}

// A form may take an hour to arrive, and its fields are in memory all that time. Files go to a folder.
const limits = { files: 50, fields: 100, fieldSize: 65_536, fieldNameSize: 100, headerPairs: 50 };

export const fileTooLarge = (sizeLimit: number): ApiError =>
  new ApiError(413, 'PayloadTooLargeError', `A file is larger than ${sizeLimit} bytes`);

const filesTooLarge = (sizeLimit: number): ApiError =>
  new ApiError(413, 'PayloadTooLargeError', `The files of the form have more than ${sizeLimit} bytes`);

const notValid = (): ApiError => invalid('The request body is not a valid multipart form');

/** A part may come without a name, whatever its type says. */
const notKnown = (field: string | undefined): ApiError =>
  field === undefined ? invalid('A part of the form has no name') : invalidKey(field, '', 'body');

const busboyFor = async (contentType: string) => {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw notValid();
  }
};

/** Reads what is left of a stream to nowhere: a client that is still sending when it is answered would not hear it. */
const release = (stream: Readable, parser: NodeJS.WritableStream): void => {
  stream.unpipe(parser);
  stream.on('error', () => undefined).resume();
};

/**
 * @param contentType with the form's boundary
 * @param folder where its files go
 * @throws ApiError 400 for what is no such form, or has other fields; 413 for files that are too large
 */
export const readForm = async (
  stream: Readable,
  contentType: string,
  folder: string,
  { fields: known, sizeLimit }: FormRules,
): Promise<Received> => {
  const parser = await busboyFor(contentType);
  const stopped = new AbortController();
  setMaxListeners(limits.files, stopped.signal);
  const files: Promise<Received['files'][number]>[] = [];
  const fields = new Map<string, string[]>();
  let left = sizeLimit;
  let fieldBytes = 0;
  const save = async (file: BusboyFileStream, name: string): Promise<Received['files'][number]> => {
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
    await pipeline(file, counted, createWriteStream(path), { signal: stopped.signal });
    return { name, path, bytes: file.bytesRead, sha256: hash.digest('base64url') };
  };
  const parsed = new Promise<void>((resolve, reject) => {
    const refuse = (message: string) => () => {
      reject(invalid(message));
    };
    parser
      .on('file', (field: string | undefined, file, name: string | undefined) => {
        if (field !== 'files') reject(notKnown(field));
        const saved = save(file, name ?? '');
        saved.catch(reject);
        files.push(saved);
      })
      .on('field', (field: string | undefined, value, _nameIsCut, isCut) => {
        if (field === undefined || !known.includes(field)) {
          reject(notKnown(field));
          return;
        }
        fieldBytes += Buffer.byteLength(value);
        if (isCut || fieldBytes > limits.fieldSize)
          reject(invalid(`The fields of a form have ${limits.fieldSize} bytes together at the most`, { path: field }));
        fields.set(field, [...(fields.get(field) ?? []), value]);
      })
      .on('filesLimit', refuse(`A form has ${limits.files} files at the most`))
      .on('fieldsLimit', refuse(`A form has ${limits.fields} fields at the most`))
      .on('error', () => {
        reject(notValid());
      })
      .on('finish', resolve);
  });
  try {
    const arrived = finished(stream, { writable: false }).catch((error: unknown) => {
      throw error instanceof ApiError ? error : notValid();
    });
    stream.pipe(parser);
    await Promise.all([arrived, parsed]);
    const saved = await Promise.all(files);
    // A browser sends an input that was left empty so.
    return { files: saved.filter(({ name, bytes }) => name !== '' || bytes > 0), fields };
  } catch (error) {
    release(stream, parser);
    stopped.abort();
    await Promise.allSettled(files);
    throw error;
  }
};

/** What a form says, however it was written: its fields, and the names and bytes of its files. */
export const saidIn = ({ fields, files }: Received): unknown => ({
  fields: [...fields],
  files: files.map(({ name, sha256 }) => [name, sha256]),
});
