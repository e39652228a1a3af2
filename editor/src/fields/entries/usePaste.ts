// Pastes copied entries, and says what is not pasted.
import { notifications } from '@mantine/notifications';
import { useFormatter, useTranslations } from 'use-intl';
import { useForm } from '../../form/FormContext.tsx';
import { preparePaste, type CopiedEntry } from './preparePaste.ts';

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
