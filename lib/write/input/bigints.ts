// Bounds of 64-bit integers as patterns of their decimal text: JSON Schema compares numbers only, and these are no safe numbers.

/** Texts of the same length as `digits` and at least (or at most) as large, by the first digit that differs. */
const sameLength = (digits: string, differ: (digit: number) => string | undefined): string[] => [
  ...Array.from(digits).flatMap((digit, place) => {
    const other = differ(Number(digit));
    const rest = digits.length - place - 1;
    return other === undefined ? [] : [`${digits.slice(0, place)}${other}${rest === 0 ? '' : `\\d{${rest}}`}`];
  }),
  digits,
];

const atLeast = (digits: string): string => {
  const same = sameLength(digits, (digit) => (digit < 9 ? `[${digit + 1}-9]` : undefined));
  return `(?:\\d{${digits.length + 1},}|${same.join('|')})`;
};

const atMost = (digits: string): string => {
  const same = sameLength(digits, (digit) => (digit > 0 ? `[0-${digit - 1}]` : undefined));
  return `(?:${digits.length > 1 ? `\\d{1,${digits.length - 1}}|` : ''}${same.join('|')})`;
};

/** What BigInt(n).toString() gives for every n ≥ bound, and for no other. */
export const atLeastPattern = (bound: bigint): string =>
  bound >= 0n ? `^${atLeast(String(bound))}$` : `^(?:\\d+|-${atMost(String(-bound))})$`;

/** What BigInt(n).toString() gives for every n ≤ bound, and for no other. */
export const atMostPattern = (bound: bigint): string =>
  bound >= 0n ? `^(?:-\\d+|${atMost(String(bound))})$` : `^-${atLeast(String(-bound))}$`;

export const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;
