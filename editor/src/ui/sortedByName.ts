const names = new Intl.Collator(undefined, { numeric: true });

/** Orders what has names as people do: without regard to capitals, and numbers by their value. */
export const sortedByName = <T extends { readonly name: string }>(things: readonly T[]): T[] =>
  things.toSorted((one, other) => names.compare(one.name, other.name));
