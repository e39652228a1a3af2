// Makes two versions of a document share what is the same in both.
import { isSameJson } from './isSameJson.ts';
import type { FormValue, FormValues } from './types.ts';

const shareValue = (value: FormValue, known: FormValue): FormValue => {
  if (!Array.isArray(value) || !Array.isArray(known)) return isSameJson(value, known) ? known : value;
  const items = value.map((item: unknown, index) =>
    isSameJson(item, known[index]) ? (known[index] as unknown) : item,
  );
  return isSameJson(items, known) ? known : items;
};

/**
 * @param values as an answer has them, all of them new objects
 * @returns the same values, with the objects of `known` where both are equal, so that later comparisons look at no content
 */
export const shareValues = (values: FormValues, known: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shareValue(value, known[name])]));
