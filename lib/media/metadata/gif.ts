// The parts of a GIF that show the picture (GIF89a specification).
import { type ByteReader, Parts, type Part } from './parts.ts';

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b };
const extension = { plainText: 0x01, graphicControl: 0xf9, comment: 0xfe, application: 0xff };

/** Application extensions for the repeat count of an animation and the colour profile. */
const displayedExtensions: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** The size in bytes of the colour table that a packed field announces. */
const tableBytes = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

/** Sub-blocks hold up to 255 bytes, and encoders fill them. A file with more sub-blocks than this is encoded again. */
const maxSubBlocks = 1_000_000;

/** The position after a list of sub-blocks; undefined if the file ends before, or there are too many. */
const endOfSubBlocks = async (reader: ByteReader, from: number): Promise<number | undefined> => {
  for (let at = from, count = 0; count < maxSubBlocks; count++) {
    const length = await reader.byte(at);
    if (length === -1) return undefined;
    at += 1 + length;
    if (length === 0) return at;
  }
  return undefined;
};

/** @returns undefined if the file has another structure */
export const gifParts = async (reader: ByteReader): Promise<readonly Part[] | undefined> => {
  const parts = new Parts();
  const head = await reader.bytes(0, 13);
  if (head.length < 13 || !/^GIF8[79]a/.test(head.toString('latin1'))) return undefined;
  const first = 13 + tableBytes(head[10] ?? 0);
  parts.keep(0, first);
  for (let at = first; ;) {
    if (parts.isTooLong) return undefined;
    const kind = await reader.byte(at);
    if (kind === block.trailer) {
      parts.keep(at, at + 1);
      return parts.list;
    }
    if (kind === block.image) {
      const descriptor = await reader.bytes(at, 10);
      const end = await endOfSubBlocks(reader, at + 11 + tableBytes(descriptor[9] ?? 0));
      if (end === undefined) return undefined;
      parts.keep(at, end);
      at = end;
    } else if (kind === block.extension) {
      const label = await reader.byte(at + 1);
      const end = await endOfSubBlocks(reader, at + 2);
      if (end === undefined) return undefined;
      const name = (await reader.bytes(at + 3, 11)).toString('latin1');
      if (label === extension.graphicControl || (label === extension.application && displayedExtensions.has(name)))
        parts.keep(at, end);
      else if (label !== extension.comment && label !== extension.plainText && label !== extension.application)
        return undefined;
      at = end;
    } else return undefined;
  }
};
