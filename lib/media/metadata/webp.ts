// The parts of a WebP that show the picture (WebP container specification).
import { type ByteReader, Parts, type Part } from './parts.ts';

const displayedChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);

/** Flags of the extended header for EXIF and XMP chunks. */
const metadataFlags = 0x0c;

const bytesOf = (part: Part): number => (Buffer.isBuffer(part) ? part.length : part.end - part.start);

/** @returns undefined if the file has another structure */
export const webpParts = async (reader: ByteReader): Promise<readonly Part[] | undefined> => {
  const parts = new Parts();
  const head = await reader.bytes(0, 12);
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const size = Math.min(reader.size, 8 + head.readUInt32LE(4));
  for (let at = 12; at < size;) {
    if (parts.isTooLong) return undefined;
    const chunk = Buffer.from(await reader.bytes(at, 18));
    if (chunk.length < 8) return undefined;
    const length = chunk.readUInt32LE(4);
    const end = at + 8 + length + (length % 2);
    if (end > reader.size) return undefined;
    const name = chunk.toString('latin1', 0, 4);
    if (name === 'VP8X' && length === 10) {
      chunk[8] = (chunk[8] ?? 0) & ~metadataFlags;
      parts.replace(chunk);
    } else if (displayedChunks.has(name)) parts.keep(at, end);
    at = end;
  }
  const header = Buffer.from(head);
  header.writeUInt32LE(4 + parts.list.reduce((total, part) => total + bytesOf(part), 0), 4);
  return [header, ...parts.list];
};
