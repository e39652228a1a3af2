// Pastes entries that were copied, maybe in another tab: checks them by the schema and the list, and says what is not pasted.
import { notifications } from '@mantine/notifications';
import { useFormatter, useTranslations } from 'use-intl';
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { useForm } from '../../form/FormContext.tsx';
import { makeEntryNew } from '../../form/makeNew.ts';
import type { FormValues } from '../../form/types.ts';
import type { EditorSchema } from '../../schema/types.ts';

export interface CopiedEntry {
  /** The uid of its component. */
  readonly uid: string;
  readonly values: FormValues;
}

/** @returns what another tab sent, whose page can be another version of this one */
export const readCopied = (data: unknown): readonly CopiedEntry[] =>
  Array.isArray(data)
    ? data.filter(
        (entry): entry is CopiedEntry => isObject(entry) && typeof entry.uid === 'string' && isObject(entry.values),
      )
    : [];

interface Pasted {
  readonly entries: readonly CopiedEntry[];
  /** The uids of components that the list does not take. */
  readonly refused: readonly string[];
  /** How many entries would be too many. */
  readonly tooMany: number;
  /** The labels of attributes that are left out. */
  readonly omitted: readonly string[];
}

/**
 * @param components that the list takes, by uid
 * @param room how many entries the list takes
 * @returns new entries, and what is not pasted
 */
export const preparePaste = (
  schema: EditorSchema,
  entries: readonly CopiedEntry[],
  components: readonly string[],
  room: number,
): Pasted => {
  const isTaken = ({ uid }: CopiedEntry) => components.includes(uid) && schema.components.has(uid);
  const taken = entries.filter(isTaken);
  const made = taken.slice(0, room).map(({ uid, values }) => ({ uid, ...makeEntryNew(schema, uid, values) }));
  return {
    entries: made.map(({ uid, values }) => ({ uid, values })),
    refused: [...new Set(entries.filter((entry) => !isTaken(entry)).map(({ uid }) => uid))],
    tooMany: taken.length - made.length,
    omitted: [...new Set(made.flatMap(({ omitted }) => omitted))],
  };
};

interface Target {
  readonly label: string;
  /** The components that it takes, by uid. */
  readonly components: readonly string[];
  /** How many entries it takes. */
  readonly room: number;
}

/** @returns a function that gives the entries that may be pasted to `insert` */
export const usePaste = ({ label, components, room }: Target) => {
  const t = useTranslations('form.entries');
  const format = useFormatter();
  const { schema } = useForm();
  const namesOf = (uids: readonly string[]) =>
    format.list(uids.map((uid) => schema.components.get(uid)?.displayName ?? uid));
  return (copied: readonly CopiedEntry[], insert: (entries: readonly CopiedEntry[]) => void): void => {
    const { entries, refused, tooMany, omitted } = preparePaste(schema, copied, components, room);
    if (entries.length > 0) insert(entries);
    const faults = [
      ...(refused.length === 0
        ? []
        : [t('refused', { names: namesOf(refused), name: label, allowed: namesOf(components) })]),
      ...(tooMany === 0 ? [] : [t('tooMany', { count: tooMany, name: label })]),
      ...(omitted.length === 0 ? [] : [t('omitted', { names: format.list(omitted) })]),
    ];
    if (faults.length > 0)
      notifications.show({
        ...{ message: faults.join(' '), role: 'alert', autoClose: 10_000 },
        color: entries.length === 0 ? 'red' : 'yellow',
      });
  };
};
