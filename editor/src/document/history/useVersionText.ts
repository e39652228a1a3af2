// Says of a version in plain words who made it, what was done, and when.
import { useFormatter, useTranslations } from 'use-intl';
import type { Version } from '../../api/versions.ts';
import { writerName } from '../../api/writer.ts';

/** By source, which says more, and by action; others edit. */
const deeds = {
  restore: 'restored',
  import: 'imported',
  seed: 'imported',
  migration: 'migrated',
  create: 'created',
  publish: 'published',
  unpublish: 'unpublished',
  'discard-draft': 'discarded',
} as const;

const deedOf = (name: string | null) =>
  deeds[name as keyof typeof deeds] as (typeof deeds)[keyof typeof deeds] | undefined;

/** @returns functions of a version: `deed` says `Published by maud`, and `time` says `3 Nov 2026, 14:02` */
export const useVersionText = () => {
  const t = useTranslations('document.history');
  const format = useFormatter();
  return {
    deed: ({ via, action, updatedBy }: Version): string => {
      const name = writerName(updatedBy);
      const deed = deedOf(via) ?? deedOf(action) ?? 'edited';
      return t(`deeds.${deed}`, { by: name === undefined ? 'no' : 'yes', name: name ?? '' });
    },
    time: ({ at }: Version): string => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
  };
};
