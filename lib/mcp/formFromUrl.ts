// Makes the form of an upload from a file at an address that an agent names: not at a private one, and within limits of size and time.
import { randomUUID } from 'node:crypto';
import { unescape } from 'node:querystring';
import { Readable } from 'node:stream';
import { ApiError, invalid } from '../errors.ts';
import { fileTooLarge } from '../media/index.ts';
import type { Settings } from '../platform/config/index.ts';
import { openUrl } from '../platform/openUrl.ts';
import { urlFault } from '../platform/publicHosts.ts';

type UploadSettings = Pick<Settings['upload'], 'allowPrivate' | 'sizeLimit'>;

/** Shorter than any function runs. */
const limitMs = 20_000;
const maxRedirects = 3;
const setting = 'upload.allowPrivate';

const urlError = (message: string): ApiError => invalid(`url ${message}`, { path: 'url' });

/**
 * Follows redirects; each address is checked as the first.
 *
 * @throws ApiError 400 for an address that is none, or that answers something else than 200; 413 for a file that says that it is too
 *   large
 */
const openFile = async (text: string, { allowPrivate, sizeLimit }: UploadSettings, signal: AbortSignal) => {
  let address = text;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const fault = urlFault(address, allowPrivate, setting);
    if (fault !== undefined) throw urlError(fault);
    const url = new URL(address);
    const file = await openUrl(url, { allowPrivate, setting, signal });
    const { statusCode = 0, headers } = file;
    const isTooLarge = Number(headers['content-length']) > sizeLimit;
    if (statusCode === 200 && !isTooLarge) return { url, file };
    file.destroy();
    if (statusCode === 200) throw fileTooLarge(sizeLimit);
    const { location = '' } = headers;
    if (statusCode < 300 || statusCode > 399 || !URL.canParse(location, address))
      throw urlError(`cannot be read: the server answers ${statusCode}`);
    address = Object.assign(new URL(location, url), { hash: '' }).href;
  }
  throw urlError(`has more than ${maxRedirects} redirects`);
};

/** The last part of the path, as in the header of a part of a form. */
const nameIn = ({ pathname }: URL): string => unescape(pathname.split('/').at(-1) ?? '').replace(/["\\\p{Cc}]/gu, '_');

/**
 * @param fileInfo as in a form of `/api/upload`
 * @returns `stream` fetches the file, and fails with ApiError: 400 if it cannot be read, 413 if it is too large
 */
export const formFromUrl = (
  address: string,
  fileInfo: object,
  settings: UploadSettings,
): { readonly contentType: string; readonly stream: () => Readable } => {
  // The file cannot end its part of the form.
  const boundary = randomUUID();
  const { sizeLimit } = settings;
  const part = (parameters: string): string =>
    `\r\n--${boundary}\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n`;
  const read = async function* (): AsyncGenerator<string | Buffer> {
    const signal = AbortSignal.timeout(limitMs);
    try {
      const { url, file } = await openFile(address, settings, signal);
      yield `${part('name="fileInfo"')}${JSON.stringify(fileInfo)}${part(`name="files"; filename="${nameIn(url)}"`)}`;
      let bytes = 0;
      for await (const chunk of file as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > sizeLimit) throw fileTooLarge(sizeLimit);
        yield chunk;
      }
      yield `\r\n--${boundary}--\r\n`;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const message = error instanceof Error ? error.message : '';
      throw urlError(`cannot be read: ${signal.aborted ? `it takes more than ${limitMs / 1000} s` : message}`);
    }
  };
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: () => Readable.from(read(), { objectMode: false }),
  };
};
