// The passages of a conflict: both values are the same but there, because everything else is merged.
import { diffComm } from 'node-diff3';
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { attributesOf } from '../../form/isComplete.ts';
import type { FormValue, FormValues } from '../../form/types.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import { kindOf } from '../../schema/kindOf.ts';
import { describeAttribute } from './describeValue.ts';
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

const commonLength = (own: readonly string[], other: readonly string[]): number => {
  const length = own.findIndex((text, index) => text !== other[index]);
  return length < 0 ? own.length : length;
};

const chunksOf = <Item>(
  own: readonly Item[],
  other: readonly Item[],
  textOf: (item: Item) => string,
): readonly Chunk<Item>[] => {
  const [local, foreign] = [own.map(textOf), other.map(textOf)];
  const start = commonLength(local, foreign);
  const end = commonLength(local.slice(start).reverse(), foreign.slice(start).reverse());
  const middle = (texts: readonly string[]): string[] => texts.slice(start, texts.length - end);
  const [ownMiddle, otherMiddle] = [middle(local), middle(foreign)];
  // The package does not declare the types of its results.
  const found = (
    Math.max(ownMiddle.length, otherMiddle.length) > maxCompared
      ? [{ buffer1: ownMiddle, buffer2: otherMiddle }]
      : diffComm(ownMiddle, otherMiddle)
  ) as readonly { common?: string[]; buffer1?: string[]; buffer2?: string[] }[];
  let [ownPlace, otherPlace] = [start, start];
  const chunks = found.map(({ common, buffer1 = common ?? [], buffer2 = common ?? [] }): Chunk<Item> => {
    const ownItems = own.slice(ownPlace, (ownPlace += buffer1.length));
    const otherItems = other.slice(otherPlace, (otherPlace += buffer2.length));
    return common === undefined ? { own: ownItems, other: otherItems } : { common: ownItems };
  });
  return [{ common: own.slice(0, start) }, ...chunks, { common: own.slice(own.length - end) }];
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

const isList = (value: FormValue): value is readonly FormValue[] => Array.isArray(value);

/** @returns at least one passage; a value without parts is one */
export const passagesOf = (form: Pick<DocumentForm, 'type' | 'schema'>, conflict: Conflict): Passages => {
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
    return listPassages(chunksOf(own, other, textOf), describe, withUniqueEntries);
  }
  if (described !== undefined && kindOf(described) === 'component' && isObject(own) && isObject(other))
    return componentPassages(form, { attribute, own, other });
  return {
    passages: [
      { ...{ label: undefined, before: '', after: '', isJoinable: false }, own: describe(own), other: describe(other) },
    ],
    choose: ([side]) => (side === 'other' ? other : own),
  };
};
