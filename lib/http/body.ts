// Reading JSON bodies, with the reference's answers to bodies that are none.
import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { ApiError, invalid } from '../errors.ts';
import { isObject } from '../schema/index.ts';
import { headersOf, type Event } from './request.ts';

/** Half of a surrogate pair is no character: the database would store it as this one, and so it is answered. */
const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '\uFFFD') : value;

/**
 * The value of a JSON text that comes some other way than as a body: of a field of a form.
 *
 * @throws SyntaxError when it is not JSON, RangeError when it is nested deeper than it could be written again
 */
export const parseJson = (text: string): unknown => JSON.parse(text, wellFormed);

const options = { disableContentTypeCheck: true, reviver: wellFormed }; // its types do not know the first
const parser = httpJsonBodyParser(options);

const declaredJson = /^application\/(?:[^;]+\+)?json\s*(?:;|$)/i;

const multipart = /^multipart\/form-data\s*(?:;|$)/i;

/** Whether it is a form with files. */
export const isForm = (contentType: string | undefined): boolean => multipart.test(contentType ?? '');

const textOf = ({ body, isBase64Encoded }: Event): string =>
  isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');

const bytes = ({ body, isBase64Encoded }: Event): number =>
  Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

/**
 * Parses the body in place; one that is not declared JSON stays text.
 *
 * @param limit how many bytes a body may have, asked with each request
 * @param takesFiles forms are read by the operation, which says itself how many bytes they may have
 * @throws ApiError 413 for more, 400 when it is not the JSON it says it is (middy's parser would answer 415)
 */
export const jsonBody = (limit: () => Promise<number>, takesFiles = false): MiddlewareObj<Event> => ({
  before: async (request) => {
    const { event } = request;
    if (takesFiles && isForm(headersOf(event)['content-type'])) return;
    const maxBytes = await limit();
    if (bytes(event) > maxBytes)
      throw new ApiError(413, 'PayloadTooLargeError', `The request body is larger than ${maxBytes} bytes`);
    if (event.body === undefined || event.body === null || event.body === '') return;
    if (!declaredJson.test(headersOf(event)['content-type'] ?? '')) return;
    // A byte order mark may stand before JSON; some editors and clients write one.
    event.body = textOf(event).replace(/^\uFEFF/, '');
    event.isBase64Encoded = false;
    try {
      await parser.before?.(request as Parameters<NonNullable<typeof parser.before>>[0]); // it is typed for v1 events, and reads only what both have
    } catch {
      throw invalid('The request body is not valid JSON');
    }
  },
});

/** @throws ApiError 400 for a body that says anything, where none is taken */
export const refuseBody = (body: unknown): void => {
  if (body === undefined || body === '') return;
  if (isObject(body) && Object.keys(body).length === 0) return;
  throw invalid('This request takes no body');
};

/** The `data` of a body `{data: …}`; undefined when the body is no such object. */
export const dataOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
