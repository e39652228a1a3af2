// Adds, removes, orders and copies the entries of a list.
import { useCallback, useMemo } from 'react';
import { copyEntry, newEntryKey } from '../../form/entries.ts';
import { withNewPasswords } from '../../form/withoutPasswords.ts';
import { newEntry } from '../../form/defaults.ts';
import { useForm, useFormState } from '../../form/FormContext.tsx';
import type { DocumentForm } from '../../form/formStore.ts';
import { joinPath } from '../../form/paths.ts';
import { revealField } from '../../form/revealField.ts';
import type { Entry, FormValues } from '../../form/types.ts';

/** What the list shows of an entry before it is open. */
export interface ListedEntry {
  readonly key: string;
  /** The uid of its component. */
  readonly uid: string;
}

export interface Entries {
  /** The same list until entries are added, removed or moved. */
  readonly listed: readonly ListedEntry[];
  readonly add: (uid: string) => void;
  readonly paste: (uid: string, values: FormValues) => void;
  readonly duplicate: (index: number) => void;
  readonly remove: (index: number) => void;
  readonly order: (listed: readonly ListedEntry[]) => void;
}

const entriesAt = (form: DocumentForm, name: string): readonly Entry[] =>
  (form.getValue(name) as readonly Entry[] | null | undefined) ?? [];

/** @param component the component of all entries; undefined in a dynamic zone, whose entries name theirs */
export const useEntries = (name: string, component: string | undefined): Entries => {
  const form = useForm();
  // As a text, because a list would be another one at each key that is pressed in an entry.
  const keys = useFormState(
    form,
    useCallback(
      (state: DocumentForm) =>
        entriesAt(state, name)
          .map(({ __key, __component }) => `${__key} ${__component ?? ''}`)
          .join('\n'),
      [name],
    ),
  );
  return useMemo(() => {
    const listed = (keys === '' ? [] : keys.split('\n')).map((line) => {
      const [key = '', uid = ''] = line.split(' ');
      return { key, uid: component ?? uid };
    });
    const inZone = component === undefined;
    const insert = (index: number, entry: Entry) => {
      const uid = component ?? entry.__component ?? '';
      form.setValue(name, entriesAt(form, name).toSpliced(index, 0, withNewPasswords(form.schema, uid, entry)));
      form.setOpen([entry.__key], true);
      const [first = ''] = Object.keys(form.schema.components.get(uid)?.attributes ?? {});
      revealField(form, joinPath(name, index, first));
    };
    return {
      listed,
      add: (uid) => {
        insert(listed.length, newEntry(form.schema, uid, inZone));
      },
      paste: (uid, values) => {
        insert(listed.length, { ...values, ...(inZone ? { __component: uid } : {}), __key: newEntryKey() });
      },
      duplicate: (index) => {
        const entry = entriesAt(form, name)[index];
        if (entry !== undefined) insert(index + 1, copyEntry(entry));
      },
      remove: (index) => {
        form.setValue(name, entriesAt(form, name).toSpliced(index, 1));
        const last = listed.length - 2;
        revealField(form, last < 0 ? name : `${name}.${Math.min(index, last)}`);
      },
      order: (ordered) => {
        const entries = new Map(entriesAt(form, name).map((entry) => [entry.__key, entry]));
        form.setValue(
          name,
          ordered.flatMap(({ key }) => entries.get(key) ?? []),
        );
      },
    };
  }, [form, name, keys, component]);
};
