// Paths of comments name an entry of a list by its id in the API, paths of the form by its position.
import { createContext, type ComponentType } from 'react';
import { isEntry } from './entries.ts';
import { splitPath, valueAt } from './paths.ts';
import type { FieldProps, FormValue, FormValues } from './types.ts';

/** @param step replaces the part of a path that names an entry of the list; undefined: there is no such entry */
const convert = (
  values: FormValues,
  path: string,
  step: (list: readonly FormValue[], part: string) => readonly [from: string, to: string] | undefined,
): string | undefined => {
  let value: FormValue = values;
  const parts: string[] = [];
  for (const part of splitPath(path)) {
    const [from, to] = Array.isArray(value) ? (step(value, part) ?? []) : [part, part];
    if (from === undefined || to === undefined) return undefined;
    parts.push(to);
    value = valueAt(value, from);
  }
  return parts.join('.');
};

/** @returns undefined in an entry that is not saved yet */
export const toCommentPath = (values: FormValues, path: string): string | undefined =>
  convert(values, path, (list, part) => {
    const entry = list[Number(part)];
    return isEntry(entry) && entry.id !== undefined ? [part, String(entry.id)] : undefined;
  });

/** @returns undefined in an entry that the form does not have any more */
export const toFormPath = (values: FormValues, path: string): string | undefined =>
  convert(values, path, (list, part) => {
    const index = list.findIndex((entry) => isEntry(entry) && String(entry.id) === part);
    return index === -1 ? undefined : [String(index), String(index)];
  });

export interface FieldComments {
  /** How many open threads there are, by the paths of comments. */
  readonly counts: ReadonlyMap<string, number>;
  /** Shows the comments on a path. */
  readonly open: (path: string) => void;
  /** Shows the comments on a field, and opens them. */
  readonly Mark: ComponentType<Pick<FieldProps, 'name' | 'label'>>;
}

/** Undefined: nobody comments on the form. */
export const FieldCommentsContext = createContext<FieldComments | undefined>(undefined);
