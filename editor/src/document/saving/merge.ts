// Merges the changes of two editors, attribute by attribute.
import { isComplete } from '../../form/isComplete.ts';
import { toBody } from '../../form/toBody.ts';
import type { ContentType, EditorSchema } from '../../schema/types.ts';
import type { FormValue, FormValues } from '../../form/types.ts';

/** An attribute that both sides changed, to different values. */
export interface Conflict {
  readonly attribute: string;
  readonly own: FormValue;
  readonly other: FormValue;
}

export interface Merge {
  /** In conflicts, these are the user's own values. */
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

/**
 * Compares values as a body contains them, because the keys of entries in the form are of no interest to the API. No body contains
 * what is not complete.
 *
 * @returns the same text for the same value
 */
export const comparedText = (type: ContentType, schema: EditorSchema, attribute: string, value: FormValue): string => {
  const described = type.attributes[attribute];
  if (described === undefined) return '';
  if (!isComplete(schema, described, value))
    return JSON.stringify(value, (key, inner: unknown) => (key === '__key' ? undefined : inner));
  return JSON.stringify(toBody({ attributes: { [attribute]: described } }, schema, { [attribute]: value }));
};

/** @param versions the values of a document of the type `type` */
export const merge = (type: ContentType, schema: EditorSchema, { base, own, other, sent }: Versions): Merge => {
  const conflicts: Conflict[] = [];
  const text = (attribute: string, values: FormValues) => comparedText(type, schema, attribute, values[attribute]);
  /** Only the API writes some attributes. */
  const isOwn = (attribute: string): boolean => {
    const described = type.attributes[attribute];
    return described !== undefined && described.writable !== false && described.computed !== true;
  };
  const choose = (attribute: string): FormValue => {
    const [ownValue, otherValue] = [own[attribute], other[attribute]];
    if (ownValue === otherValue) return ownValue;
    if (!isOwn(attribute)) return otherValue;
    const [before, ownText, otherText] = [text(attribute, base), text(attribute, own), text(attribute, other)];
    // The same text keeps the user's own object, and with it what the form shows of it.
    if (ownText === otherText) return ownValue;
    if (sent !== undefined && otherText !== before && otherText === text(attribute, sent)) return ownValue;
    if (ownText === before) return otherValue;
    if (otherText !== before) conflicts.push({ attribute, own: ownValue, other: otherValue });
    return ownValue;
  };
  const names = new Set([...Object.keys(own), ...Object.keys(other)]);
  const values = Object.fromEntries([...names].map((name) => [name, choose(name)] as const));
  const isUnchanged = [...names].every((name) => values[name] === own[name]);
  return { values: isUnchanged ? own : values, conflicts };
};
