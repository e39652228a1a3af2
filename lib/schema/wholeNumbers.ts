// The ranges of integers.

/** Of an `integer`: that of an integer column in Strapi, which crashes beyond it. */
export const int32 = { least: -(2 ** 31), most: 2 ** 31 - 1 } as const;

/** Of a `biginteger`, which is a decimal text. */
export const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n } as const;

export const wholeNumberPattern = '^-?\\d+$';
