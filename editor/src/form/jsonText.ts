// The text of a JSON value. Text that is not valid JSON is a value of the form too, so that it is not lost when its field closes.
import type { FormValue } from './types.ts';

/** Its key is one that the values of the API do not have. */
interface InvalidJson {
  readonly __invalidJson: string;
}

/** @returns the value of a text; null for an empty one */
export const readJson = (text: string): FormValue => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as FormValue;
  } catch {
    return { __invalidJson: text } satisfies InvalidJson;
  }
};

/** @returns the text that is not valid JSON; undefined for a value that is */
export const invalidJsonOf = (value: FormValue): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { __invalidJson: text } = value as Partial<InvalidJson>;
  return typeof text === 'string' ? text : undefined;
};

export const writeJson = (value: FormValue): string =>
  invalidJsonOf(value) ?? (value === null || value === undefined ? '' : JSON.stringify(value, undefined, 2));
