// Merges the changes of two editors, attribute by attribute.
import { mergeValues, comparedText } from './mergeValues.ts';
import type { ContentType, EditorSchema } from '../../schema/types.ts';
import type { FormValue, FormValues } from '../../form/types.ts';

/**
 * An attribute that both sides changed at the same place. All three values have what only one side changed: `own` has this
 * side's text at that place, `other` the other side's, and `both` has one after the other.
 */
export interface Conflict {
  readonly attribute: string;
  readonly own: FormValue;
  readonly other: FormValue;
  /** Absent: the value cannot hold both. */
  readonly both?: FormValue;
}

/** Whose text stays where both sides changed it. */
export type ConflictSide = 'own' | 'other' | 'both';

export interface Merge {
  /** In conflicts, these are the values in which this side wins. */
  readonly values: FormValues;
  readonly conflicts: readonly Conflict[];
}

interface Versions {
  /** What both sides started from. */
  readonly base: FormValues;
  readonly own: FormValues;
  readonly other: FormValues;
  /** What this form wrote without getting an answer: its own values on the other side are no conflict. */
  readonly sent?: FormValues | undefined;
}

/** @param versions the values of a document of the type `type` */
export const merge = (type: ContentType, schema: EditorSchema, { base, own, other, sent }: Versions): Merge => {
  const conflicts: Conflict[] = [];
  const choose = (attribute: string): FormValue => {
    const [ownValue, otherValue] = [own[attribute], other[attribute]];
    if (ownValue === otherValue) return ownValue;
    const described = type.attributes[attribute];
    // Only the API writes some attributes.
    if (described === undefined || described.writable === false || described.computed === true) return otherValue;
    const text = (values: FormValues) => comparedText(schema, described, values[attribute]);
    if (sent !== undefined && text(other) !== text(base) && text(other) === text(sent)) return ownValue;
    const versions = { base: base[attribute], own: ownValue, other: otherValue };
    const { collides, ...merged } = mergeValues(schema, described, versions);
    if (collides) conflicts.push({ attribute, ...merged });
    return merged.own;
  };
  const names = new Set([...Object.keys(own), ...Object.keys(other)]);
  const values = Object.fromEntries([...names].map((name) => [name, choose(name)] as const));
  const isUnchanged = [...names].every((name) => values[name] === own[name]);
  return { values: isUnchanged ? own : values, conflicts };
};
