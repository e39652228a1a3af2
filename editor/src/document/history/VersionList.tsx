// The versions of a document, the latest first: who made each of them and when.
import { Badge, Stack, Text, UnstyledButton } from '@mantine/core';
import { BookmarkIcon } from '@primer/octicons-react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import type { Version } from '../../api/versions.ts';
import { writerName } from '../../api/writer.ts';
import { AgentBadge } from '../../ui/AgentBadge.tsx';
import lists from '../../ui/borderedList.module.css';
import classes from './history.module.css';

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

/** What marks a version: an agent wrote it, it was published, or the document is this version now. */
export const VersionBadges = ({ version: { via, action, current } }: { readonly version: Version }) => {
  const t = useTranslations('document.history');
  return (
    <>
      {via === 'agent' ? <AgentBadge /> : null}
      {action === 'publish' ? (
        <Badge variant="light" color="green">
          {t('published')}
        </Badge>
      ) : null}
      {current ? <Badge variant="default">{t('current')}</Badge> : null}
    </>
  );
};

interface Props {
  readonly versions: readonly Version[];
  /** The number of the version that the user comes back from. */
  readonly lastOpened: number | undefined;
  readonly onOpen: (version: Version) => void;
}

export const VersionList = ({ versions, lastOpened, onOpen }: Props) => {
  const t = useTranslations('document.history');
  const format = useFormatter();
  const now = useNow();
  const text = useVersionText();
  return (
    <ul className={lists.list} aria-label={t('list')}>
      {versions.map((version) => (
        <li key={version.number}>
          <UnstyledButton
            autoFocus={version.number === lastOpened}
            className={classes.row}
            onClick={() => onOpen(version)}
          >
            <Stack component="span" gap={0} flex={1} miw={0}>
              {version.name === null ? null : (
                <Text component="span" fw={600} size="sm" dir="auto">
                  <BookmarkIcon /> {version.name}
                </Text>
              )}
              <Text component="span" size="sm" fw={version.name === null ? 500 : 400}>
                {text.deed(version)}
              </Text>
              <Text component="span" size="xs" c="dimmed">
                {text.time(version)} · {format.relativeTime(new Date(version.at), { now, style: 'short' })}
              </Text>
            </Stack>
            <VersionBadges version={version} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};
