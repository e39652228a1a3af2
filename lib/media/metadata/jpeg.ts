// The parts of a JPEG that show the picture (ITU-T T.81, annex B).
import { type ByteReader, Parts, type Part } from './parts.ts';

const marker = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda, comment: 0xfe, app0: 0xe0, app15: 0xef };

const maxLength = 65_535;

/** Application segments that affect how the picture looks, by marker, first bytes and length. Others may contain any text. */
const displayedSegments: readonly (readonly [app: number, name: string, minLength: number, maxLength: number])[] = [
  [0xe0, 'JFIF\0', 16, maxLength],
  [0xe2, 'ICC_PROFILE\0', 16, maxLength],
  [0xee, 'Adobe', 14, 14],
];

/** Whether a segment follows 0xff and this byte, or the end of the image. Decoders skip all others between segments and in scans. */
const isMarker = (code: number): boolean => code >= 0xc0 && code < 0xff && (code < 0xd0 || code > 0xd7);

/** The JFIF segment without its thumbnail: identifier, version, density, and a thumbnail of 0 × 0. */
const withoutThumbnail = (segment: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker.app0, 0, 16]), segment.subarray(4, 16), Buffer.from([0, 0])]);

/** Pictures have a few dozen. A file with more was made to keep the process busy. */
const maxSegments = 10_000;

interface Segment {
  readonly code: number;
  readonly start: number;
  /** After the segment and the data of its scan. */
  readonly end: number;
  /** The first bytes. */
  readonly head: Buffer;
}

/** The segments that a decoder reads, up to the end of the image. */
async function* segmentsOf(reader: ByteReader): AsyncGenerator<Segment> {
  let start = await reader.findPair(2, isMarker);
  for (let count = 0; start < reader.size && count <= maxSegments; count++) {
    const head = await reader.bytes(start, 20);
    const code = head[1] ?? marker.endOfImage;
    if (code === marker.endOfImage) {
      yield { code, start, end: start + 2, head };
      return;
    }
    const length = head.length < 4 ? 2 : Math.max(head.readUInt16BE(2), 2);
    const next = await reader.findPair(start + 2 + length, isMarker);
    yield { code, start, end: code === marker.startOfScan ? next : start + 2 + length, head };
    start = next;
  }
}

/** @returns whether a decoder reads more scans than that, or more segments than pictures have */
export const hasMoreScans = async (reader: ByteReader, most: number): Promise<boolean> => {
  let [scans, segments] = [0, 0];
  for await (const { code } of segmentsOf(reader)) {
    segments++;
    if (code === marker.startOfScan) scans++;
    if (scans > most) return true;
  }
  return segments > maxSegments;
};

/**
 * Returns everything up to the end of the image, except comments, application segments that do not affect how it looks, and
 * bytes that decoders skip.
 *
 * @returns undefined if the file has another structure
 */
export const jpegParts = async (reader: ByteReader): Promise<readonly Part[] | undefined> => {
  const parts = new Parts();
  if ((await reader.byte(0)) !== 0xff || (await reader.byte(1)) !== marker.startOfImage) return undefined;
  parts.keep(0, 2);
  for await (const { code, start, end, head } of segmentsOf(reader)) {
    if (parts.isTooLong) return undefined;
    const isApp = code >= marker.app0 && code <= marker.app15;
    const length = end - start - 2;
    const isDisplayed = displayedSegments.some(
      ([app, name, min, max]) =>
        code === app && length >= min && length <= max && head.subarray(4).toString('latin1').startsWith(name),
    );
    if (code === marker.app0 && isDisplayed && length > 16) parts.replace(withoutThumbnail(head));
    else if (code !== marker.comment && (!isApp || isDisplayed)) parts.keep(start, end);
  }
  return parts.list;
};
