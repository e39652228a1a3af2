// Encodes the source of a text in invisible characters, as `@vercel/stega` does in three times as long.

/** The two bits of each stand for a quarter of a byte. */
const digits = ['\u200B', '\u200C', '\u200D', '\uFEFF'];

const characters = Array.from({ length: 256 }, (_, byte) =>
  [6, 4, 2, 0].map((shift) => digits[(byte >> shift) & 3]).join(''),
);

const start = '\u200B'.repeat(4);

const encoder = new TextEncoder();

/** @returns what a text that a person reads has at its end */
export const encodeSource = (source: object): string => {
  let encoded = start;
  for (const byte of encoder.encode(JSON.stringify(source))) encoded += characters[byte] ?? '';
  return encoded;
};
