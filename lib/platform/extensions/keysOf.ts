// Lists the keys of a type, for checks of what project code defines.

/** @param keys every key of the type, so that the compiler finds a list that lacks one */
export const keysOf = <T>(keys: Readonly<Record<keyof T, true>>): readonly (keyof T & string)[] =>
  Object.keys(keys) as (keyof T & string)[]; // the parameter has these keys and no others
