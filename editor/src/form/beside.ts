// Finds what another locale of the document has at the place of a field, to show both side by side.
import { createContext, type ComponentType, type ReactNode } from 'react';
import type { DocumentForm } from './formStore.ts';
import { mapPath, valueAt } from './paths.ts';
import type { FieldProps, FormValue } from './types.ts';

export interface BesideProps extends FieldProps {
  /** The field itself. */
  readonly children: ReactNode;
}

export interface Beside {
  /** The document in the other locale. It does not change. */
  readonly source: DocumentForm;
  /** The locale as people read it. */
  readonly localeName: string;
  /** Puts the value of the source beside a field. */
  readonly Pair: ComponentType<BesideProps>;
}

/** Undefined: the form is alone. */
export const BesideContext = createContext<Beside | undefined>(undefined);

const idAt = (entry: FormValue): FormValue => valueAt(entry, 'id') ?? undefined;

const componentAt = (entry: FormValue): FormValue => valueAt(entry, '__component');

/**
 * Pairs the entries of a list in two locales: by their ids, else by place, if both are of the same component.
 *
 * @returns for each entry the index of its counterpart in `source`; undefined if it has none
 */
export const pairEntries = (
  entries: readonly FormValue[],
  source: readonly FormValue[],
): readonly (number | undefined)[] => {
  const byId = entries.map((entry) => {
    const id = idAt(entry);
    const index = id === undefined ? -1 : source.findIndex((other) => idAt(other) === id);
    return index === -1 ? undefined : index;
  });
  return byId.map((found, index) => {
    if (found !== undefined) return found;
    const isFree = index < source.length && !byId.includes(index);
    return isFree && componentAt(source[index]) === componentAt(entries[index]) ? index : undefined;
  });
};

/** @returns the path in `source` of what is at a path in `values`; undefined if an entry on the way has no counterpart */
export const sourcePathOf = (values: FormValue, source: FormValue, path: string): string | undefined =>
  mapPath(values, source, path, (from, to, part) =>
    Array.isArray(from) && Array.isArray(to) ? pairEntries(from, to)[Number(part)]?.toString() : part,
  );

/** @returns the indexes of the entries of `source` that have no counterpart in `entries` */
export const findMissing = (entries: FormValue, source: FormValue): readonly number[] => {
  const others: readonly FormValue[] = Array.isArray(source) ? source : [];
  const paired = pairEntries(Array.isArray(entries) ? entries : [], others);
  return [...others.keys()].filter((index) => !paired.includes(index));
};
