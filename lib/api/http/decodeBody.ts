// Decodes bodies that clients send compressed, as `Content-Encoding` says.
import { pipeline, Transform, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ApiError } from '../../errors.ts';

/** Those that Strapi reads. */
const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

export type ContentCoding = keyof typeof decoders;

const isKnown = (coding: string): coding is ContentCoding => Object.hasOwn(decoders, coding);

/** 413: the body has more bytes than the configuration allows. */
export const bodyTooLarge = (maxBytes: number): ApiError =>
  new ApiError(413, 'PayloadTooLargeError', `The request body is larger than ${maxBytes} bytes`);

/**
 * @param header the value of `Content-Encoding`
 * @returns how the body is compressed; undefined if it is not
 * @throws ApiError 415 for any other value than one known coding (RFC 9110, section 15.5.16)
 */
export const readContentCoding = (header = ''): ContentCoding | undefined => {
  const coding = header.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return undefined;
  if (isKnown(coding)) return coding;
  const known = Object.keys(decoders).join(', ');
  throw new ApiError(
    415,
    'UnsupportedMediaTypeError',
    `Unsupported Content-Encoding: ${coding}. Use ${known} or none`,
    {},
    { 'accept-encoding': known },
  );
};

/**
 * Decodes a body while it arrives. A small body can contain any number of bytes, so it ends as soon as they are too many.
 *
 * @returns a stream that fails with ApiError 413 after `maxBytes` decoded bytes, with the errors of `body`, and with those of
 *   zlib for what is not valid
 */
export const decodeBody = (body: Readable, coding: ContentCoding, maxBytes: number): Readable => {
  let size = 0;
  const limited = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      done(size > maxBytes ? bodyTooLarge(maxBytes) : null, chunk);
    },
  });
  // The reader of the stream gets the error.
  return pipeline(body, decoders[coding](), limited, () => undefined);
};
