// Merges two changed versions of a list: lines of a text, blocks, entries, links.
import { diff3MergeRegions } from 'node-diff3';
import { numberRepeats } from './numberRepeats.ts';

/** A merged list: `own` where this side wins what collides, `other` where the other side wins, `both` with both of them. */
export interface MergedList<Item> {
  readonly own: readonly Item[];
  readonly other: readonly Item[];
  readonly both: readonly Item[];
  readonly collides: boolean;
}

interface Lists<Item> {
  readonly base: readonly Item[];
  readonly own: readonly Item[];
  readonly other: readonly Item[];
}

/** Returns the same text for the same item. */
type TextOf<Item> = (item: Item) => string;

/** Longer lists would keep the page waiting. */
const maxCompared = 5_000;

const listOf = <Item>(items: readonly Item[], collides = false): MergedList<Item> => ({
  ...{ own: items, other: items, both: items },
  collides,
});

const join = <Item>(parts: readonly MergedList<Item>[]): MergedList<Item> => ({
  own: parts.flatMap(({ own }) => own),
  other: parts.flatMap(({ other }) => other),
  both: parts.flatMap(({ both }) => both),
  collides: parts.some(({ collides }) => collides),
});

/** How many items all three lists begin with. */
const commonLength = (a: readonly string[], b: readonly string[], c: readonly string[]): number => {
  const end = Math.min(a.length, b.length, c.length);
  let length = 0;
  while (length < end && a[length] === b[length] && a[length] === c[length]) length++;
  return length;
};

const collisionOf = <Item>({ own, other }: Lists<Item>): MergedList<Item> => ({
  ...{ own, other, both: [...own, ...other] },
  collides: true,
});

/**
 * Takes from both ends the items that one side replaced and the other left as they were. An item of `base` replaces none: where
 * `ab` became `b` and `aY`, the first side removed `a`, and did not put `b` in its place, so the result is `Y`.
 */
const takeReplaced = <Item>(
  region: Lists<Item>,
  textOf: TextOf<Item>,
): { start: readonly Item[]; rest: Lists<Item>; end: readonly Item[] } => {
  const [start, end]: [Item[], Item[]] = [[], []];
  const known = new Set(region.base.map(textOf));
  const lists = { base: [...region.base], own: [...region.own], other: [...region.other] };
  const replacement = (index: 0 | -1): Item | undefined => {
    const [base, own, other] = [lists.base.at(index), lists.own.at(index), lists.other.at(index)];
    if (base === undefined || own === undefined || other === undefined) return undefined;
    const [before, ownText, otherText] = [base, own, other].map(textOf);
    if (otherText === before && (ownText === before || !known.has(ownText ?? ''))) return own;
    return ownText === before && !known.has(otherText ?? '') ? other : undefined;
  };
  for (let item = replacement(0); item !== undefined; item = replacement(0)) {
    start.push(item);
    for (const list of [lists.base, lists.own, lists.other]) list.shift();
  }
  for (let item = replacement(-1); item !== undefined; item = replacement(-1)) {
    end.unshift(item);
    for (const list of [lists.base, lists.own, lists.other]) list.pop();
  }
  return { start, rest: lists, end };
};

/** Merges item by item. @returns undefined if a side inserted, removed or moved one */
const mergeInPlace = <Item>({ base, own, other }: Lists<Item>, textOf: TextOf<Item>): MergedList<Item> | undefined => {
  if (own.length !== base.length || other.length !== base.length) return undefined;
  const placeOf = new Map(base.map((item, index) => [textOf(item), index]));
  const isInPlace = (item: Item, index: number): boolean => (placeOf.get(textOf(item)) ?? index) === index;
  if (!own.every(isInPlace) || !other.every(isInPlace)) return undefined;
  return join(
    base.map((item, index) => {
      const [local, foreign] = [own[index] ?? item, other[index] ?? item];
      const [before, ownText, otherText] = [textOf(item), textOf(local), textOf(foreign)];
      if (ownText === otherText || otherText === before) return listOf([local]);
      if (ownText === before) return listOf([foreign]);
      return collisionOf({ base: [item], own: [local], other: [foreign] });
    }),
  );
};

/** Both sides changed something here: the same items, or items beside each other. */
const mergeRegion = <Item>(region: Lists<Item>, textOf: TextOf<Item>): MergedList<Item> => {
  const { start, rest, end } = takeReplaced(region, textOf);
  const { base, own, other } = rest;
  const isEqual = (one: readonly Item[], two: readonly Item[]): boolean =>
    one.length === two.length && one.every((item, index) => textOf(item) === textOf(two[index] ?? item));
  const mergeRest = (): MergedList<Item> => {
    if (isEqual(other, base) || isEqual(own, other)) return listOf(own);
    if (isEqual(own, base)) return listOf(other);
    return mergeInPlace(rest, textOf) ?? collisionOf(rest);
  };
  return join([listOf(start), mergeRest(), listOf(end)]);
};

/** Merges lists without a common beginning and end. */
const mergeMiddle = <Item>(lists: Lists<Item>, textOf: TextOf<Item>): MergedList<Item> => {
  const { base, own, other } = lists;
  if (Math.max(base.length, own.length, other.length) > maxCompared) return collisionOf(lists);
  const [baseTexts, ownTexts, otherTexts] = [base.map(textOf), own.map(textOf), other.map(textOf)];
  let place = 0;
  /** The own item that equals one of the base: what the form shows of it may differ from the other side's. */
  const ownItem = (item: Item): Item => {
    const found = ownTexts.indexOf(textOf(item), place);
    place = found + 1;
    return own[found] ?? item;
  };
  const parts = diff3MergeRegions(...numberRepeats([ownTexts, baseTexts, otherTexts])).map(
    (region): MergedList<Item> => {
      if (!region.stable) {
        place = region.aStart + region.aLength;
        const changed = {
          base: base.slice(region.oStart, region.oStart + region.oLength),
          own: own.slice(region.aStart, region.aStart + region.aLength),
          other: other.slice(region.bStart, region.bStart + region.bLength),
        };
        return mergeRegion(changed, textOf);
      }
      const { buffer, bufferStart, bufferLength } = region;
      const end = bufferStart + bufferLength;
      if (buffer === 'b') return listOf(other.slice(bufferStart, end));
      if (buffer === 'o') return listOf(base.slice(bufferStart, end).map(ownItem));
      place = end;
      return listOf(own.slice(bufferStart, end));
    },
  );
  return join(parts);
};

const findOnce = (texts: readonly string[]): ReadonlySet<string> => {
  const [once, repeated] = [new Set<string>(), new Set<string>()];
  for (const text of texts) (once.has(text) ? repeated : once).add(text);
  return new Set([...once].filter((text) => !repeated.has(text)));
};

/** Leaves an item that all lists have once only where it comes first: each side may have moved it to another place. */
const withoutMovedTwice = <Item>(
  { own, other, both, collides }: MergedList<Item>,
  lists: readonly (readonly string[])[],
  textOf: TextOf<Item>,
): MergedList<Item> => {
  const onceIn = lists.map(findOnce);
  const filter = (items: readonly Item[]): readonly Item[] => {
    const seen = new Set<string>();
    return items.filter((item) => {
      const text = textOf(item);
      if (!onceIn.every((texts) => texts.has(text))) return true;
      const isFirst = !seen.has(text);
      seen.add(text);
      return isFirst;
    });
  };
  return { own: filter(own), other: filter(other), both: filter(both), collides };
};

/**
 * Merges what both sides changed in a list since they had the same one.
 *
 * @param lists `base` is what both sides began with
 */
export const mergeLists = <Item>(lists: Lists<Item>, textOf: TextOf<Item>): MergedList<Item> => {
  const [base, own, other] = [lists.base.map(textOf), lists.own.map(textOf), lists.other.map(textOf)];
  const start = commonLength(base, own, other);
  const rest = (all: readonly string[]) => all.slice(start).reverse();
  const end = commonLength(rest(base), rest(own), rest(other));
  const middle = (items: readonly Item[]): readonly Item[] => items.slice(start, items.length - end);
  const changed = { base: middle(lists.base), own: middle(lists.own), other: middle(lists.other) };
  const texts = [base, own, other].map((all) => all.slice(start, all.length - end));
  const merged = withoutMovedTwice(mergeMiddle(changed, textOf), texts, textOf);
  return join([listOf(lists.own.slice(0, start)), merged, listOf(lists.own.slice(lists.own.length - end))]);
};
