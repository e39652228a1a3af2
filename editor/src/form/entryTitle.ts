// Names an entry by what it contains.
import type { Attribute, Component } from '../schema/types.ts';
import type { FormValue } from './types.ts';

const maxLength = 80;

const shorten = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

const named: Readonly<Record<string, 'label' | 'name'>> = { relation: 'label', media: 'name' };

const unnamed: readonly Attribute['type'][] = ['password', 'json', 'boolean', 'blocks', 'component', 'dynamiczone'];

/** @returns the text of a value on one line; undefined if it has none */
const textOf = ({ type }: Attribute, value: FormValue): string | undefined => {
  if (unnamed.includes(type) || value === null || value === undefined) return undefined;
  const key = named[type];
  const first: unknown =
    key === undefined
      ? value
      : (Array.isArray(value) ? value : [value]).map((item: Record<string, unknown>) => item[key])[0];
  if (typeof first !== 'string' && typeof first !== 'number') return undefined;
  const text = String(first).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? undefined : shorten(text);
};

/** @returns the value of the attribute that names entries, or else the first value with a text; undefined if all are empty */
export const entryTitle = ({ attributes, mainAttribute = '' }: Component, values: FormValue): string | undefined => {
  const record = (values ?? {}) as Readonly<Record<string, FormValue>>;
  const names = [mainAttribute, ...Object.keys(attributes)];
  for (const name of names) {
    const attribute = attributes[name];
    const text = attribute === undefined ? undefined : textOf(attribute, record[name]);
    if (text !== undefined) return text;
  }
  return undefined;
};
