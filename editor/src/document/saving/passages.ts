// The passages of a conflict: both values are the same but there, because everything else is merged.
import { diffComm } from 'node-diff3';
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { isEntry } from '../../form/entries.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { attributesOf } from '../../form/components.ts';
import type { FormValue, FormValues } from '../../form/types.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import { kindOf } from '../../schema/kindOf.ts';
import { describeAttribute } from './describeValue.ts';
import { commonLength } from './diffWords.ts';
import type { Conflict, ConflictSide } from './merge.ts';
import { comparedText, withUniqueEntries } from './mergeValues.ts';

/** The texts of a place that both sides changed. */
export interface Passage {
  /** The attribute of the component, if it is a part of one. */
  readonly label: string | undefined;
  /** Two lines of what both sides have before it, and after it. */
  readonly before: string;
  readonly after: string;
  readonly own: string;
  readonly other: string;
  /** Whether the value can hold both. */
  readonly isJoinable: boolean;
}

export interface Passages {
  readonly passages: readonly Passage[];
  /** @param sides for each passage @returns the value */
  readonly choose: (sides: readonly ConflictSide[]) => FormValue;
}

/** What both lists have, or what each of them has at a place. */
type Chunk<Item> =
  | { readonly common: readonly Item[] }
  | { readonly common?: undefined; readonly own: readonly Item[]; readonly other: readonly Item[] };

/** Comparing more items would keep the page waiting: then all of them are one passage. */
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
  for (let at = 0; at < chunks.length; at++) {
    const first = at;
    for (let last = at; at <= last; at++) last = Math.max(last, lastOf.get(at) ?? at);
    at--;
    const parts = chunks.slice(first, at + 1);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) joined.push(only);
    else
      joined.push({
        own: parts.flatMap((part) => part.common ?? part.own),
        other: parts.flatMap((part) => part.common ?? part.other),
      });
  }
  return joined;
};

/**
 * @param keyOf the same text for the same item, whatever it contains
 * @param textOf the same text for equal items
 */
const chunksOf = <Item>(
  own: readonly Item[],
  other: readonly Item[],
  textOf: (item: Item) => string,
  keyOf = textOf,
): readonly Chunk<Item>[] => {
  const textsOf = (items: readonly Item[]): readonly string[] => items.map((item) => `${keyOf(item)} ${textOf(item)}`);
  const [local, foreign] = [textsOf(own), textsOf(other)];
  const start = commonLength(local, foreign);
  const end = commonLength(local.slice(start).reverse(), foreign.slice(start).reverse());
  const middle = (items: readonly Item[]): string[] => items.slice(start, items.length - end).map(keyOf);
  const [ownMiddle, otherMiddle] = [middle(own), middle(other)];
  // The package does not declare the types of its results.
  const found = (
    Math.max(ownMiddle.length, otherMiddle.length) > maxCompared
      ? [{ buffer1: ownMiddle, buffer2: otherMiddle }]
      : diffComm(ownMiddle, otherMiddle)
  ) as readonly { common?: string[]; buffer1?: string[]; buffer2?: string[] }[];
  let [ownPlace, otherPlace] = [start, start];
  const chunks = found.flatMap(({ common, buffer1 = common ?? [], buffer2 = common ?? [] }): Chunk<Item>[] => {
    const ownItems = own.slice(ownPlace, (ownPlace += buffer1.length));
    const otherItems = other.slice(otherPlace, (otherPlace += buffer2.length));
    if (common === undefined) return [{ own: ownItems, other: otherItems }];
    return ownItems.map((item, index) => {
      const twin = otherItems[index] ?? item;
      return textOf(item) === textOf(twin) ? { common: [item] } : { own: [item], other: [twin] };
    });
  });
  const all = joinMoves([{ common: own.slice(0, start) }, ...chunks, { common: own.slice(own.length - end) }], keyOf);
  const joined: Chunk<Item>[] = [];
  for (const chunk of all) {
    const before = joined.at(-1)?.common;
    // The items around a passage are its context.
    if (chunk.common !== undefined && before !== undefined)
      joined.splice(-1, 1, { common: before.concat(chunk.common) });
    else joined.push(chunk);
  }
  return joined;
};

const contextLines = 2;

/** The longest context: a line of prose can be long. */
const maxContext = 300;

const firstLines = (text: string): string => {
  const lines = text.split('\n').slice(0, contextLines).join('\n');
  return lines.length > maxContext ? `${lines.slice(0, maxContext)} …` : lines;
};

const lastLines = (text: string): string => {
  const lines = text.split('\n').slice(-contextLines).join('\n');
  return lines.length > maxContext ? `… ${lines.slice(-maxContext)}` : lines;
};

const listPassages = <Item>(
  chunks: readonly Chunk<Item>[],
  describe: (items: readonly Item[]) => string,
  join: (items: readonly Item[]) => FormValue,
): Passages => {
  const contextOf = (index: number): string => {
    const items = chunks[index]?.common ?? [];
    return items.length === 0 ? '' : describe(items);
  };
  return {
    passages: chunks.flatMap((chunk, index) =>
      chunk.common === undefined
        ? [
            {
              label: undefined,
              before: lastLines(contextOf(index - 1)),
              after: firstLines(contextOf(index + 1)),
              own: describe(chunk.own),
              other: describe(chunk.other),
              isJoinable: chunk.own.length > 0 && chunk.other.length > 0,
            },
          ]
        : [],
    ),
    choose: (sides) => {
      let passage = 0;
      const items = chunks.flatMap((chunk) => {
        if (chunk.common !== undefined) return chunk.common;
        const side = sides[passage++] ?? 'own';
        return side === 'both' ? [...chunk.own, ...chunk.other] : chunk[side];
      });
      return join(items);
    },
  };
};

const componentPassages = (
  form: Pick<DocumentForm, 'type' | 'schema'>,
  { attribute, own, other }: Conflict & { readonly own: FormValues; readonly other: FormValues },
): Passages => {
  const described = form.type.attributes[attribute];
  const attributes = described === undefined ? {} : attributesOf(form.schema, described, own);
  const differing = Object.entries(attributes).filter(
    ([name, inner]) => comparedText(form.schema, inner, own[name]) !== comparedText(form.schema, inner, other[name]),
  );
  const describe = (name: string, values: FormValues): string =>
    describeAttribute({ ...form, type: { ...form.type, attributes } }, name, values[name]);
  return {
    passages: differing.map(([name]) => ({
      ...{ label: attributeLabel(attributes, name), before: '', after: '', isJoinable: false },
      ...{ own: describe(name, own), other: describe(name, other) },
    })),
    choose: (sides) => ({
      ...own,
      ...Object.fromEntries(differing.map(([name], index) => [name, (sides[index] === 'other' ? other : own)[name]])),
    }),
  };
};

const wholePassage = (
  form: Pick<DocumentForm, 'type' | 'schema'>,
  { attribute, own, other, both }: Conflict,
): Passages => {
  const describe = (value: FormValue): string => describeAttribute(form, attribute, value);
  const values: Readonly<Record<ConflictSide, FormValue>> = { own, other, both };
  return {
    passages: [
      {
        ...{ label: undefined, before: '', after: '', isJoinable: both !== undefined },
        ...{ own: describe(own), other: describe(other) },
      },
    ],
    choose: ([side = 'own']) => values[side],
  };
};

const isList = (value: FormValue): value is readonly FormValue[] => Array.isArray(value);

const findPassages = (form: Pick<DocumentForm, 'type' | 'schema'>, conflict: Conflict): Passages => {
  const { attribute, own, other } = conflict;
  const described = form.type.attributes[attribute];
  const describe = (value: FormValue): string => describeAttribute(form, attribute, value);
  const isJoinable = conflict.both !== undefined;
  if (described !== undefined && isJoinable && typeof own === 'string' && typeof other === 'string') {
    const chunks = chunksOf(own.split('\n'), other.split('\n'), (line) => line);
    const text = (lines: readonly string[]): string => lines.join('\n');
    return listPassages(chunks, (lines) => (lines.length === 0 ? '–' : text(lines)), text);
  }
  if (described !== undefined && isJoinable && isList(own) && isList(other)) {
    const textOf = (item: FormValue): string => comparedText(form.schema, described, [item]);
    const keyOf = (item: FormValue): string => (isEntry(item) ? String(item.id ?? item.__key) : textOf(item));
    /** Of an entry that both sides have as it is, and one of them moved, one stays. */
    const joinOnce = (items: readonly FormValue[]): FormValue => {
      const seen = new Set<string>();
      const isFirst = (item: FormValue): boolean => {
        const text = `${keyOf(item)} ${textOf(item)}`;
        return !isEntry(item) || (!seen.has(text) && seen.add(text).size > 0);
      };
      return withUniqueEntries(items.filter(isFirst));
    };
    return listPassages(chunksOf(own, other, textOf, keyOf), describe, joinOnce);
  }
  if (described !== undefined && kindOf(described) === 'component' && isObject(own) && isObject(other))
    return componentPassages(form, { attribute, own, other });
  return wholePassage(form, conflict);
};

/** More of them would be work for an hour, and would keep the page waiting. */
const maxPassages = 30;

/** @returns from 1 to 30 passages; a value without parts, or with more of them, is one */
export const passagesOf = (form: Pick<DocumentForm, 'type' | 'schema'>, conflict: Conflict): Passages => {
  const found = findPassages(form, conflict);
  return found.passages.length > maxPassages ? wholePassage(form, conflict) : found;
};
