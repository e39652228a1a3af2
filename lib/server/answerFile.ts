// Decides what a request for a stored file gets. Every cache may keep files for a time, and no browser runs them.
import { extname } from 'node:path';
import { cacheControl, contentTypeOf, dispositionOf, localBase, type ByteRange, type Store } from '../media/index.ts';

/** The content types that browsers can show or play, by the extension of the stored file. */
const contentTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.jpe': 'image/jpeg',
  '.jfif': 'image/jpeg',
  '.png': 'image/png',
  '.apng': 'image/apng',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.heic': 'image/heic',
  '.jxl': 'image/jxl',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.m4v': 'video/x-m4v',
  '.mkv': 'video/matroska',
  '.ogv': 'video/ogg',
  '.webm': 'video/webm',
  '.mov': 'video/quicktime',
  '.aac': 'audio/aac',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/x-m4a',
  '.oga': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.vtt': 'text/vtt',
};

/** @returns undefined if the header is not a valid range, which HTTP ignores; `none` for a range outside of the file */
const rangeOf = (header: string | undefined, bytes: number): ByteRange | 'none' | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(bytes - 1, Number(to));
  if (from !== '' && to !== '' && Number(to) < start) return undefined;
  return start > end ? 'none' : { start, end };
};

const isNotModified = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;

/** No policy for PDFs: it would keep the browser's viewer from showing them. */
const contentSecurityPolicy = (type: string): Readonly<Record<string, string>> =>
  type === 'application/pdf' ? {} : { 'content-security-policy': "default-src 'none'; sandbox" };

export interface FileRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly key: string;
  /** The bytes to send; undefined: none. */
  readonly range: ByteRange | undefined;
}

/** Begins a source map at the end of an address: image services load the `url` of a draft with it. */
const startOfSource = /(?:%E2%80%8B){4}/i;

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header;

/**
 * @param corsFor the CORS headers for an origin
 * @returns undefined if the request is not for a stored file
 */
export const answerFile = async (
  store: Store,
  corsFor: (origin: string | undefined) => Readonly<Record<string, string>>,
  { method, path, headers }: FileRequest,
): Promise<FileAnswer | undefined> => {
  if ((method !== 'GET' && method !== 'HEAD') || !path.startsWith(`${localBase}/`)) return undefined;
  const [key = ''] = path.slice(localBase.length + 1).split(startOfSource, 1);
  const file = await store.find(key);
  if (file === undefined) return undefined;

  const etag = `"${key}-${file.bytes}-${file.storedAt.getTime()}"`;
  const type = contentTypes[extname(key)] ?? 'application/octet-stream';
  const fileHeaders = {
    ...corsFor(textOf(headers.origin)),
    ...contentSecurityPolicy(type),
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-disposition': dispositionOf(type),
    'content-type': contentTypeOf(type),
    'cross-origin-resource-policy': 'cross-origin',
    'last-modified': file.storedAt.toUTCString(),
    'x-content-type-options': 'nosniff',
  };
  const withoutContent = (status: number, more: FileAnswer['headers'] = {}): FileAnswer => ({
    ...{ status, headers: { ...fileHeaders, ...more }, key },
    range: undefined,
  });
  if (isNotModified(textOf(headers['if-none-match']), etag)) return withoutContent(304);
  const range = (textOf(headers['if-range']) ?? etag) === etag ? rangeOf(textOf(headers.range), file.bytes) : undefined;
  if (range === 'none') return withoutContent(416, { 'content-range': `bytes */${file.bytes}` });
  const sent = range ?? { start: 0, end: file.bytes - 1 };
  const { start, end } = sent;
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...fileHeaders,
      'content-length': end - start + 1,
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${file.bytes}` }),
    },
    key,
    range: method === 'HEAD' || file.bytes === 0 ? undefined : sent,
  };
};
