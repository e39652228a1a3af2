// Serves the files of a folder over HTTP, whole or in ranges. Every cache may keep them, and no browser runs them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  cacheControl,
  contentTypeOf,
  dispositionOf,
  localBase,
  type ByteRange,
  type Store,
} from '../../media/index.ts';
import { parseRequestTarget } from './gatewayEvent.ts';

/**
 * @param idleMs how long a client may read nothing of the file before Lectern closes its connection
 * @returns whether it answered; if there is no such file, the routes answer
 */
export type ServeFile = (request: IncomingMessage, response: ServerResponse, idleMs: number) => Promise<boolean>;

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

/** @param corsFor the CORS headers for an origin */
export const serveFiles =
  (store: Store, corsFor: (origin: string | undefined) => Readonly<Record<string, string>>): ServeFile =>
  async (request, response, idleMs) => {
    const { method, path } = parseRequestTarget(request);
    if (method !== 'GET' || !path.startsWith(`${localBase}/`)) return false;
    const key = path.slice(localBase.length + 1);
    const file = await store.find(key);
    if (file === undefined) return false;

    response.setTimeout(idleMs);
    const { headers } = request;
    const etag = `"${key}"`;
    const type = contentTypes[extname(key)] ?? 'application/octet-stream';
    const fileHeaders = {
      ...corsFor(headers.origin),
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
    if (isNotModified(headers['if-none-match'], etag)) {
      response.writeHead(304, fileHeaders).end();
      return true;
    }
    const range = (headers['if-range'] ?? etag) === etag ? rangeOf(headers.range, file.bytes) : undefined;
    if (range === 'none') {
      response.writeHead(416, { ...fileHeaders, 'content-range': `bytes */${file.bytes}` }).end();
      return true;
    }
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    response.writeHead(range === undefined ? 200 : 206, {
      ...fileHeaders,
      'content-length': end - start + 1,
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${file.bytes}` }),
    });
    if (request.method === 'HEAD' || file.bytes === 0) response.end();
    else await pipeline(await store.read(key, { start, end }), response);
    return true;
  };
