// Reads the body of a request: it is decoded, its size is checked, and JSON is parsed.
// Not @middy/http-json-body-parser: middleware runs before the operation knows whether the caller may write.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError, invalid } from '../../errors.ts';
import { isObject } from '../../schema/index.ts';
import { bodyTooLarge, decodeBody, readContentCoding, type ContentCoding } from './decodeBody.ts';
import { arrivingBody, eventHeaders, type Event } from './event.ts';

const loneSurrogate = /\p{Surrogate}/u;

/** A lone surrogate is not a character: the database would store another one. */
const refuseLoneSurrogates = (key: string, value: unknown): unknown => {
  if (loneSurrogate.test(key) || (typeof value === 'string' && loneSurrogate.test(value)))
    throw invalid('Text must not contain half of a surrogate pair');
  return value;
};

/**
 * Parses JSON of a body, or of a field of a form.
 *
 * @throws SyntaxError if it is not JSON, RangeError if it is too deeply nested to be serialized again; ApiError 400 for a text
 *   that UTF-8 cannot hold
 */
export const parseJson = (text: string): unknown => JSON.parse(text, refuseLoneSurrogates);

const jsonContentType = /^application\/(?:[^;]+\+)?json\s*(?:;|$)/i;

const formContentType = /^multipart\/form-data\s*(?:;|$)/i;

const urlEncodedContentType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Whether the content type is that of a form without files, which pages send without a script. */
export const isUrlEncodedForm = (contentType: string | undefined): boolean =>
  urlEncodedContentType.test(contentType ?? '');

/** 400: the body must be JSON, and its content type is another one. */
export const bodyNotJson = (): ApiError =>
  invalid('Send JSON as the body, with the header Content-Type: application/json');

/** Whether the content type is a multipart form. */
export const isForm = (contentType: string | undefined): boolean => formContentType.test(contentType ?? '');

const codingOf = (event: Event): ContentCoding | undefined =>
  readContentCoding(eventHeaders(event)['content-encoding']);

const bufferEncoding = ({ isBase64Encoded }: Event): BufferEncoding => (isBase64Encoded ? 'base64' : 'utf8');

/** Whether the body of an event may be compressed. Where a gateway passes it as text, it has decoded it. */
const isBinary = (event: Event): boolean => event[arrivingBody] !== undefined || event.isBase64Encoded;

const decodeAll = async (bytes: Buffer, coding: ContentCoding, maxBytes: number): Promise<Buffer> =>
  buffer(decodeBody(Readable.from([bytes]), coding, maxBytes)).catch((error: unknown) => {
    throw error instanceof ApiError ? error : invalid(`The request body is not valid ${coding}`);
  });

/**
 * Reads the body of an event as text. If the body is still arriving, it waits for it.
 *
 * @throws ApiError 413 if it exceeds `maxBytes`, as sent or decoded; 415 for an unknown `Content-Encoding`, 400 for a body that
 *   is not encoded so; and as `ArrivingBody.read`
 */
export const readText = async (event: Event, maxBytes: number): Promise<string> => {
  const coding = codingOf(event);
  const { [arrivingBody]: arriving, body } = event;
  const sent = body ?? '';
  if (arriving === undefined && Buffer.byteLength(sent, bufferEncoding(event)) > maxBytes) throw bodyTooLarge(maxBytes);
  if (!isBinary(event)) return sent;
  const bytes = (await arriving?.read(maxBytes)) ?? Buffer.from(sent, 'base64');
  const decoded = coding === undefined || bytes.length === 0 ? bytes : await decodeAll(bytes, coding, maxBytes);
  return decoded.toString();
};

/**
 * The body of an event as a stream.
 *
 * @param maxDecodedBytes after which the stream of a compressed body fails with ApiError 413; another has no limit
 * @throws ApiError 415 for an unknown `Content-Encoding`
 */
export const streamOf = (event: Event, maxDecodedBytes: number): Readable => {
  const coding = codingOf(event);
  const stream = event[arrivingBody]?.stream() ?? Readable.from([Buffer.from(event.body ?? '', bufferEncoding(event))]);
  return coding === undefined || !isBinary(event) ? stream : decodeBody(stream, coding, maxDecodedBytes);
};

/** Whether the content type is JSON. */
export const isJson = (contentType: string | undefined): boolean => jsonContentType.test(contentType ?? '');

/**
 * @param headers of the request, by lower-case name
 * @returns the parsed value; undefined for an empty body
 * @throws ApiError 400 if the content type is not JSON, or the body is not, or as `parseJson`
 */
export const parseBody = (text: string, headers: Readonly<Record<string, string | undefined>>): unknown => {
  if (text === '') return undefined;
  if (!isJson(headers['content-type'])) throw bodyNotJson();
  try {
    // Some editors and clients write a byte order mark before JSON.
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw error instanceof ApiError ? error : invalid('The request body is not valid JSON');
  }
};

/** @throws ApiError 400 for a body with content, on requests that take none */
export const refuseBody = (body: unknown): void => {
  if (body === undefined || body === '') return;
  if (isObject(body) && Object.keys(body).length === 0) return;
  throw invalid('This request takes no body');
};

/** The `data` of a body `{data: …}`; undefined if the body has no `data`. */
export const dataOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
