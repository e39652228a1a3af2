// Compares values in memory as MongoDB compares stored values.

/** @returns the time of a date, any other value unchanged */
const toComparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

/** Whether two values are equal: dates by their time, lists and objects by their content. */
export const equalValues = (a: unknown, b: unknown): boolean => {
  const [x, y] = [toComparable(a), toComparable(b)];
  // A biginteger may have been stored as a number.
  if (typeof x === 'bigint' || typeof y === 'bigint') return x == y; // eslint-disable-line eqeqeq
  return typeof x === 'object' || typeof y === 'object' ? JSON.stringify(x) === JSON.stringify(y) : x === y;
};

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Orders texts by their bytes, lists and objects entry by entry as MongoDB does, and all other values as numbers. */
export const compareValues = (a: unknown, b: unknown): number => {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const [x, y] = [toComparable(a), toComparable(b)];
  if (typeof x === 'object' && typeof y === 'object' && x !== null && y !== null) return compareEntries(x, y);
  const [left, right] = [Number(x), Number(y)];
  return left < right ? -1 : left > right ? 1 : 0;
};

const compareEntries = (a: object, b: object): number => {
  const [left, right] = [Object.entries(a) as [string, unknown][], Object.entries(b) as [string, unknown][]];
  for (const [index, [key, value]] of left.entries()) {
    const [other, otherValue] = right[index] ?? [];
    if (other === undefined) return 1;
    const order =
      jsonTypeRank(value) - jsonTypeRank(otherValue) || compareTexts(key, other) || compareValues(value, otherValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
};

/** The rank of a JSON value's type in MongoDB's order. MongoDB's operators only compare values of the same type. */
export const jsonTypeRank = (value: unknown): number =>
  value === null
    ? 0
    : Array.isArray(value)
      ? 4
      : ['number', 'string', 'object', '', 'boolean'].indexOf(typeof value) + 1;
