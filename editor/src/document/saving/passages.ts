// The passages of a conflict: both values are the same but there, because everything else is merged.
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { isEntry } from '../../form/entries.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { attributesOf } from '../../form/components.ts';
import type { FormValue, FormValues } from '../../form/types.ts';
import type { Attribute } from '../../schema/types.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import { kindOf } from '../../schema/kindOf.ts';
import { chunksOf, type Chunk } from './chunks.ts';
import { describeAttribute } from './describeValue.ts';
import type { Conflict, ConflictSide } from './merge.ts';
import { comparedText, withUniqueEntries } from './mergeValues.ts';

/** The texts of a place that both sides changed. */
export interface Passage {
  /** The attribute of the component or entry, if it is a part of one. */
  readonly label: string | undefined;
  /** Two lines of what both sides have before it, and after it. */
  readonly before: string;
  readonly after: string;
  readonly own: string;
  readonly other: string;
  /** Whether the value can hold both. */
  readonly isJoinable: boolean;
}

/** The passages of a value, or of a part of one. */
interface Part<Value> {
  readonly passages: readonly Passage[];
  /** @param sides for each passage @returns the value */
  readonly choose: (sides: readonly ConflictSide[]) => Value;
}

export type Passages = Part<FormValue>;

const joinParts = <Value>(parts: readonly Part<Value>[]): Part<readonly Value[]> => ({
  passages: parts.flatMap(({ passages }) => passages),
  choose: (sides) => {
    let from = 0;
    return parts.map(({ passages, choose }) => choose(sides.slice(from, (from += passages.length))));
  },
});

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

/** @param partsWithin the passages within an item that both sides changed, if it has any */
const listPassages = <Item>(
  chunks: readonly Chunk<Item>[],
  describe: (items: readonly Item[]) => string,
  join: (items: readonly Item[]) => FormValue,
  partsWithin: (own: Item, other: Item) => Part<Item> | undefined = () => undefined,
): Passages => {
  const contextOf = (index: number): string => {
    const items = chunks[index]?.common ?? [];
    return items.length === 0 ? '' : describe(items);
  };
  const parts = joinParts(
    chunks.map((chunk, index): Part<readonly Item[]> => {
      if (chunk.common !== undefined) return { passages: [], choose: () => chunk.common };
      const [[own, ...moreOwn], [other, ...moreOther]] = [chunk.own, chunk.other];
      const isPair = own !== undefined && other !== undefined && moreOwn.length + moreOther.length === 0;
      const within = isPair ? partsWithin(own, other) : undefined;
      if (within !== undefined) return joinParts([within]);
      const passage = {
        ...{ label: undefined, before: lastLines(contextOf(index - 1)), after: firstLines(contextOf(index + 1)) },
        ...{ own: describe(chunk.own), other: describe(chunk.other) },
        isJoinable: chunk.own.length > 0 && chunk.other.length > 0,
      };
      return {
        passages: [passage],
        choose: ([side = 'own']) => (side === 'both' ? [...chunk.own, ...chunk.other] : chunk[side]),
      };
    }),
  );
  return { ...parts, choose: (sides) => join(parts.choose(sides).flat()) };
};

/** The types and kinds of attributes that hold both texts one after the other. */
const joinable: ReadonlySet<string> = new Set(['text', 'richtext', 'blocks', 'components', 'zone']);

/** The passages of the attributes of a component, or of an entry. */
const componentPassages = (
  form: Pick<DocumentForm, 'type' | 'schema'>,
  attribute: Attribute,
  own: FormValues,
  other: FormValues,
): Part<FormValues> => {
  const attributes = attributesOf(form.schema, attribute, own);
  const inner = { ...form, type: { ...form.type, attributes } };
  const differing = Object.entries(attributes).filter(
    ([name, one]) => comparedText(form.schema, one, own[name]) !== comparedText(form.schema, one, other[name]),
  );
  const parts = joinParts(
    differing.map(([name, one]): Passages => {
      const values = { attribute: name, own: own[name], other: other[name] };
      const isJoinable = joinable.has(one.type) || joinable.has(kindOf(one));
      const found = findPassages(inner, values, isJoinable);
      const label = attributeLabel(attributes, name);
      const labelled = found.passages.map((passage) => ({
        ...passage,
        label: passage.label === undefined ? label : `${label} · ${passage.label}`,
      }));
      return { ...found, passages: labelled };
    }),
  );
  return {
    passages: parts.passages,
    choose: (sides) => {
      const chosen = parts.choose(sides);
      return { ...own, ...Object.fromEntries(differing.map(([name], index) => [name, chosen[index]])) };
    },
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

/** @param isJoinable whether the value can hold both texts */
function findPassages(form: Pick<DocumentForm, 'type' | 'schema'>, conflict: Conflict, isJoinable: boolean): Passages {
  const { attribute, own, other } = conflict;
  const described = form.type.attributes[attribute];
  const describe = (value: FormValue): string => describeAttribute(form, attribute, value);
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
    /** Of an entry with a text, its passages; others stay whole, so that both can stay. */
    const partsWithin = (one: FormValue, twin: FormValue): Part<FormValue> | undefined => {
      if (!isEntry(one) || !isEntry(twin) || keyOf(one) !== keyOf(twin)) return undefined;
      const found = componentPassages(form, described, one, twin);
      return found.passages.some(({ isJoinable: isText }) => isText) ? found : undefined;
    };
    return listPassages(chunksOf(own, other, textOf, keyOf), describe, joinOnce, partsWithin);
  }
  if (described !== undefined && kindOf(described) === 'component' && isObject(own) && isObject(other))
    return componentPassages(form, described, own, other);
  return wholePassage(form, conflict);
}

/** More of them would be work for an hour, and would keep the page waiting. */
const maxPassages = 30;

/** @returns from 1 to 30 passages; a value without parts, or with more of them, is one */
export const passagesOf = (form: Pick<DocumentForm, 'type' | 'schema'>, conflict: Conflict): Passages => {
  const found = findPassages(form, conflict, conflict.both !== undefined);
  return found.passages.length > maxPassages ? wholePassage(form, conflict) : found;
};
