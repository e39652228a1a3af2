// Reads the body of a request: its size is checked, and JSON is parsed.
// Not @middy/http-json-body-parser: middleware runs before the operation knows whether the caller may write.
import { ApiError, invalid } from '../../errors.ts';
import { isObject } from '../../schema/index.ts';
import { arrivingBody, type Event } from './event.ts';

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

/** Whether the content type is a multipart form. */
export const isForm = (contentType: string | undefined): boolean => formContentType.test(contentType ?? '');

/** 413: the body has more bytes than the configuration allows. */
export const bodyTooLarge = (maxBytes: number): ApiError =>
  new ApiError(413, 'PayloadTooLargeError', `The request body is larger than ${maxBytes} bytes`);

/**
 * Reads the body of an event as text. If the body is still arriving, it waits for it.
 *
 * @throws ApiError 413 if it exceeds `maxBytes`; and as `ArrivingBody.read`
 */
export const readText = async (event: Event, maxBytes: number): Promise<string> => {
  const arriving = event[arrivingBody];
  if (arriving !== undefined) return (await arriving.read(maxBytes)).toString();
  const text = event.body ?? '';
  if (Buffer.byteLength(text, event.isBase64Encoded ? 'base64' : 'utf8') > maxBytes) throw bodyTooLarge(maxBytes);
  return event.isBase64Encoded ? Buffer.from(text, 'base64').toString() : text;
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
  if (!isJson(headers['content-type']))
    throw invalid('The body must be JSON, with the header Content-Type: application/json');
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
