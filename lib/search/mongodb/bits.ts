// Counts bits.

export const countBits = (bits: number): number => {
  let [rest, count] = [bits, 0];
  for (; rest !== 0; count++) rest &= rest - 1;
  return count;
};
