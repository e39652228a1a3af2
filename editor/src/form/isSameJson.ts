// Compares values by their JSON, and makes two versions of a document share what is the same in both.
import type { FormValue, FormValues } from './types.ts';

/**
 * Whether both values have the same JSON. Lists mostly share their items, such as the blocks that nobody edited, so most of a
 * long text is not written as JSON.
 */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  if (Array.isArray(one) || Array.isArray(other) || one === null || other === null) return false;
  return JSON.stringify(one) === JSON.stringify(other);
};

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
