// Paths of comments name an entry of a list by its id in the API, paths of the form by its position.
import { createContext, type ComponentType } from 'react';
import { isEntry } from './entries.ts';
import { mapPath } from './paths.ts';
import type { FieldProps, FormValue, FormValues } from './types.ts';

/** @returns undefined in an entry that is not saved yet */
export const toCommentPath = (values: FormValues, path: string): string | undefined =>
  mapPath(values, values, path, (list, _, part) => {
    if (!Array.isArray(list)) return part;
    const entry: FormValue = list[Number(part)];
    return isEntry(entry) ? entry.id?.toString() : undefined;
  });

/** @returns undefined in an entry that the form does not have any more */
export const toFormPath = (values: FormValues, path: string): string | undefined =>
  mapPath(values, values, path, (_, list, part) => {
    if (!Array.isArray(list)) return part;
    const index = list.findIndex((entry) => isEntry(entry) && String(entry.id) === part);
    return index === -1 ? undefined : String(index);
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
