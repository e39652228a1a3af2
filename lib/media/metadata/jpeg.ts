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

/** Markers without a length: restarts and TEM. */
const hasNoLength = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd7);

/** The JFIF segment without its thumbnail: identifier, version, density, and a thumbnail of 0 × 0. */
const withoutThumbnail = (segment: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker.app0, 0, 16]), segment.subarray(4, 16), Buffer.from([0, 0])]);

/** The position of the first marker after the data of a scan. */
const endOfScan = async (reader: ByteReader, from: number): Promise<number> => {
  for (let at = from; ; at += 2) {
    at = await reader.find(0xff, at);
    const code = await reader.byte(at + 1);
    if (at >= reader.size || code === -1) return reader.size;
    if (code === 0xff) at -= 1;
    else if (code !== 0 && !hasNoLength(code)) return at;
  }
};

/**
 * Returns everything up to the end of the image, except comments and application segments that do not affect how it
 * looks.
 *
 * @returns undefined if the file has another structure
 */
export const jpegParts = async (reader: ByteReader): Promise<readonly Part[] | undefined> => {
  const parts = new Parts();
  if ((await reader.byte(0)) !== 0xff || (await reader.byte(1)) !== marker.startOfImage) return undefined;
  parts.keep(0, 2);
  for (let at = 2; at < reader.size;) {
    if (parts.isTooLong) return undefined;
    if ((await reader.byte(at)) !== 0xff) return undefined;
    const code = await reader.byte(at + 1);
    if (code === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (hasNoLength(code) || code === marker.endOfImage) {
      parts.keep(at, at + 2);
      if (code === marker.endOfImage) return parts.list;
      at += 2;
      continue;
    }
    const head = await reader.bytes(at, 20);
    const length = head.length < 4 ? 0 : head.readUInt16BE(2);
    if (length < 2) return undefined;
    const end = at + 2 + length;
    const isApp = code >= marker.app0 && code <= marker.app15;
    const isDisplayed = displayedSegments.some(
      ([app, name, min, max]) =>
        code === app && length >= min && length <= max && head.subarray(4).toString('latin1').startsWith(name),
    );
    if (code === marker.app0 && isDisplayed && length > 16) parts.replace(withoutThumbnail(head));
    else if (code !== marker.comment && (!isApp || isDisplayed)) parts.keep(at, end);
    at = end;
    if (code === marker.startOfScan) {
      at = await endOfScan(reader, end);
      parts.keep(end, at);
    }
  }
  return parts.list;
};
