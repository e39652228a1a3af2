// The parts of a PNG that show the picture (PNG specification, third edition, chapter 11).
import { type ByteReader, Parts, type Part } from './parts.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Critical chunks, and those that affect colours, transparency, size and animation. */
const displayedChunks: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS'],
  ...['cHRM', 'gAMA', 'iCCP', 'sRGB', 'sBIT', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'pHYs'],
  ...['acTL', 'fcTL', 'fdAT'],
]);

/** @returns undefined if the file has another structure */
export const pngParts = async (reader: ByteReader): Promise<readonly Part[] | undefined> => {
  const parts = new Parts();
  if (!(await reader.bytes(0, 8)).equals(signature)) return undefined;
  parts.keep(0, 8);
  for (let at = 8; at < reader.size;) {
    if (parts.isTooLong) return undefined;
    const head = await reader.bytes(at, 8);
    if (head.length < 8) return undefined;
    const end = at + 12 + head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    if (end > reader.size) return undefined;
    if (displayedChunks.has(name)) parts.keep(at, end);
    if (name === 'IEND') return parts.list;
    at = end;
  }
  return undefined;
};
