// Describes a value of a form as text, to compare two of them.
import { invalidJsonOf } from '../../form/jsonText.ts';
import type { FormValue } from '../../form/types.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a document, a file, or a node of blocks; undefined if the value is none of these. */
const nameOf = (value: Readonly<Record<string, unknown>>): string | undefined =>
  [value.label, value.name, value.text, invalidJsonOf(value)].find((one): one is string => typeof one === 'string');

/** @returns lines of text; an empty value is `–` */
export const describeValue = (value: FormValue): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(describeValue).join('\n');
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const name = nameOf(value);
  if (name !== undefined) return name;
  if (Array.isArray(value.children)) return value.children.map(describeValue).join('');
  const entries = Object.entries(value).filter(([key]) => key !== '__key');
  return entries.map(([key, inner]) => `${key}: ${describeValue(inner)}`).join('\n');
};
