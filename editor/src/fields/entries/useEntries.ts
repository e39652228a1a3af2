// Adds, removes, orders and copies the entries of a list.
import { useMemo } from 'react';
import { newEntryKey } from '../../form/entries.ts';
import { newEntry } from '../../form/defaults.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { DocumentForm } from '../../form/formStore.ts';
import { joinPath } from '../../form/paths.ts';
import { revealField } from '../../form/revealField.ts';
import type { Entry } from '../../form/types.ts';
import type { CopiedEntry } from './usePaste.ts';

/** What the list shows of an entry before it is open. */
export interface ListedEntry {
  readonly key: string;
  /** The uid of its component. */
  readonly uid: string;
}

const entriesAt = (form: DocumentForm, name: string): readonly Entry[] =>
  (form.getValue(name) as readonly Entry[] | null | undefined) ?? [];

/** @param component the component of all entries; undefined in a dynamic zone, whose entries name theirs */
export const useEntries = (name: string, component: string | undefined) => {
  const form = useForm();
  // As a text, because a list would be another one at each key that is pressed in an entry.
  const keys = useFormState(form, (state) =>
    entriesAt(state, name)
      .map(({ __key, __component }) => `${__key} ${__component ?? ''}`)
      .join('\n'),
  );
  return useMemo(() => {
    /** The same list until entries are added, removed or moved. */
    const listed: readonly ListedEntry[] = (keys === '' ? [] : keys.split('\n')).map((line) => {
      const [key = '', uid = ''] = line.split(' ');
      return { key, uid: component ?? uid };
    });
    const inZone = component === undefined;
    return {
      listed,
      add: (uid: string): void => {
        const entry = newEntry(form.schema, uid, inZone);
        form.setValue(name, [...entriesAt(form, name), entry]);
        form.setOpen([entry.__key], true);
        const [first = ''] = Object.keys(form.schema.components.get(uid)?.attributes ?? {});
        revealField(form, joinPath(name, listed.length, first));
      },
      /** @returns the entries with these keys, in the order of the list */
      read: (chosen: readonly string[]): readonly CopiedEntry[] =>
        entriesAt(form, name)
          .filter(({ __key }) => chosen.includes(__key))
          .map((values) => ({ uid: component ?? values.__component ?? '', values })),
      /** Adds new entries before the one at the index, in one step of undo. */
      insert: (index: number, entries: readonly CopiedEntry[]): void => {
        if (entries.length === 0) return;
        const made = entries.map(({ uid, values }) => ({
          ...{ ...values, ...(inZone ? { __component: uid } : {}) },
          __key: newEntryKey(),
        }));
        form.setValue(name, entriesAt(form, name).toSpliced(index, 0, ...made));
        // What is pasted next follows it.
        revealField(form, `${name}.${index + made.length - 1}`);
      },
      remove: (removed: readonly string[]): void => {
        const before = entriesAt(form, name);
        const first = before.findIndex(({ __key }) => removed.includes(__key));
        const after = before.filter(({ __key }) => !removed.includes(__key));
        form.setValue(name, after);
        revealField(form, after.length === 0 ? name : `${name}.${Math.min(first, after.length - 1)}`);
      },
      order: (ordered: readonly ListedEntry[]): void => {
        const entries = new Map(entriesAt(form, name).map((entry) => [entry.__key, entry]));
        form.setValue(
          name,
          ordered.flatMap(({ key }) => entries.get(key) ?? []),
        );
      },
    };
  }, [form, name, keys, component]);
};
