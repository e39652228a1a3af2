// Divides two lists into what both have and what differs: lines of a text, blocks, or entries, which one side may have moved.
import { compareLists } from './compareLists.ts';

/** What both lists have, or what each of them has at a place. */
export type Chunk<Item> =
  | { readonly common: readonly Item[] }
  | { readonly common?: undefined; readonly own: readonly Item[]; readonly other: readonly Item[] };

/** Comparing more items would keep the page waiting: then all of them are one chunk. */
const maxCompared = 5_000;

/** Joins what lies between the two places of an item that one side moved: else it could be chosen twice, or not at all. */
const joinMoves = <Item>(chunks: readonly Chunk<Item>[], keyOf: (item: Item) => string): readonly Chunk<Item>[] => {
  const placesIn = (side: 'own' | 'other') =>
    new Map(
      chunks.flatMap((chunk, at) =>
        chunk.common === undefined ? chunk[side].map((one): [string, number] => [keyOf(one), at]) : [],
      ),
    );
  const others = placesIn('other');
  /** The last chunk that belongs to the one with this number. */
  const lastOf = new Map<number, number>();
  for (const [key, place] of placesIn('own')) {
    const [from = 0, to = 0] = [place, others.get(key) ?? place].toSorted((one, two) => one - two);
    lastOf.set(from, Math.max(to, lastOf.get(from) ?? from));
  }
  const joined: Chunk<Item>[] = [];
  for (let first = 0; first < chunks.length;) {
    let last = first;
    for (let at = first; at <= last; at++) last = Math.max(last, lastOf.get(at) ?? at);
    const parts = chunks.slice(first, last + 1);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) joined.push(only);
    else
      joined.push({
        own: parts.flatMap((part) => part.common ?? part.own),
        other: parts.flatMap((part) => part.common ?? part.other),
      });
    first = last + 1;
  }
  return joined;
};

/** Joins common chunks beside each other: the items around a difference are its context. */
const joinCommon = <Item>(chunks: readonly Chunk<Item>[]): readonly Chunk<Item>[] => {
  const joined: Chunk<Item>[] = [];
  for (const chunk of chunks) {
    const before = joined.at(-1)?.common;
    if (chunk.common !== undefined && before !== undefined)
      joined.splice(-1, 1, { common: before.concat(chunk.common) });
    else joined.push(chunk);
  }
  return joined;
};

/**
 * @param keyOf the same text for the same item, whatever it contains
 * @param textOf the same text for equal items
 * @returns the chunks in order; an item that both lists have with different contents is a chunk of its own
 */
export const chunksOf = <Item>(
  own: readonly Item[],
  other: readonly Item[],
  textOf: (item: Item) => string,
  keyOf = textOf,
): readonly Chunk<Item>[] => {
  let [ownPlace, otherPlace] = [0, 0];
  const parts = compareLists(own.map(keyOf), other.map(keyOf), maxCompared);
  const chunks = parts.flatMap((part): readonly Chunk<Item>[] => {
    const ownItems = own.slice(ownPlace, (ownPlace += part.own));
    const otherItems = other.slice(otherPlace, (otherPlace += part.other));
    if (!part.isCommon) return [{ own: ownItems, other: otherItems }];
    const isEqual = (item: Item, index: number) => textOf(item) === textOf(otherItems[index] ?? item);
    if (ownItems.every(isEqual)) return [{ common: ownItems }];
    return ownItems.map((item, index) =>
      isEqual(item, index) ? { common: [item] } : { own: [item], other: [otherItems[index] ?? item] },
    );
  });
  return joinCommon(joinMoves(chunks, keyOf));
};
