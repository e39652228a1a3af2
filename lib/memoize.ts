// Remembers what a function makes of an object, for as long as the object exists.
//
// Bundles contain what is made this way even if they do not call it, so modules whose exports most functions do not call do without.

/** @returns a function that calls `make` once for each first argument; what throws, or is undefined, is made again */
export const memoize = <K extends WeakKey, Rest extends readonly unknown[], V>(
  make: (key: K, ...rest: Rest) => V,
): ((key: K, ...rest: Rest) => V) => {
  const made = new WeakMap<K, V>();
  return (key, ...rest) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key, ...rest);
    made.set(key, value);
    return value;
  };
};
