// Expresses bounds of 64-bit integers as patterns of their decimal text, because JSON Schema only compares numbers,
// which are not exact at this size.

/**
 * The patterns of texts with as many digits as `digits` whose first different digit is larger (or smaller), and
 * `digits` itself.
 */
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

/** Matches `String(n)` of every bigint n ≥ bound, and no other decimal text. */
export const atLeastPattern = (bound: bigint): string =>
  bound >= 0n ? `^${atLeast(String(bound))}$` : `^(?:\\d+|-${atMost(String(-bound))})$`;

/** Matches `String(n)` of every bigint n ≤ bound, and no other decimal text. */
export const atMostPattern = (bound: bigint): string =>
  bound >= 0n ? `^(?:-\\d+|${atMost(String(bound))})$` : `^-${atLeast(String(-bound))}$`;
