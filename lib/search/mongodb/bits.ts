// Counts bits.

/** @returns how many of 32 bits are set: first of pairs, then of fours and eights, whose sums a multiplication adds up */
export const countBits = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
};
