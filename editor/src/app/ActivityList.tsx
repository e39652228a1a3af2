// One list of the first screen: documents of all types, the latest first.
import { Box, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import type { NotedEntry } from '../api/review.ts';
import { useSchema } from '../api/schema.ts';
import { writerName } from '../api/writer.ts';
import { documentPath } from '../schema/paths.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useLanguageName } from '../ui/useLanguageName.ts';
import lists from '../ui/borderedList.module.css';
import classes from './HomePage.module.css';

export interface ListedEntry extends NotedEntry {
  /** Stands where the title is otherwise. */
  readonly heading?: string;
  /** The part of the form that it leads to. */
  readonly hash?: string;
}

/** What differs between the documents of a list. */
interface Details {
  readonly writer?: boolean;
  readonly status?: boolean;
}

const EntryLink = ({ entry, shows }: { readonly entry: ListedEntry; readonly shows: Details }) => {
  const t = useTranslations('app.home');
  const format = useFormatter();
  const now = useNow();
  const languageName = useLanguageName();
  const type = useSchema().types.get(entry.type);
  if (type === undefined) return null;
  const { documentId, locale, title, status, updatedAt, updatedBy, note, heading, hash } = entry;
  const isSingle = type.kind === 'singleType';
  const name = isSingle ? type.displayName : (title ?? t('untitled'));
  const writer = shows.writer === true ? writerName(updatedBy) : undefined;
  const details = [
    ...(note === undefined ? [] : [note]),
    ...(heading !== undefined ? [name] : isSingle ? [] : [type.displayName]),
    ...(locale === null ? [] : [languageName(locale)]),
    ...(writer ? [writer] : []),
    format.relativeTime(new Date(updatedAt), { now, style: 'short' }),
  ];
  return (
    <li>
      <UnstyledButton
        component={Link}
        to={documentPath(type, documentId)}
        search={(locale === null ? {} : { locale }) as never}
        {...(hash === undefined ? {} : { hash })}
        className={classes.row}
      >
        <Box miw={0}>
          <Text fw={500} truncate dir="auto">
            {heading ?? name}
          </Text>
          <Text size="sm" c="dimmed">
            {details.join(' · ')}
          </Text>
        </Box>
        {status === undefined || shows.status !== true ? null : <StatusBadge status={status} />}
      </UnstyledButton>
    </li>
  );
};

interface Props {
  readonly title: string;
  /** What can be done with them. */
  readonly hint?: string;
  /** What to say if there are none; undefined: nothing is shown then. */
  readonly empty?: string;
  /** Undefined while they are loaded. */
  readonly entries: readonly ListedEntry[] | undefined;
  readonly shows?: Details;
}

export const ActivityList = ({ title, hint, empty, entries, shows = {} }: Props) =>
  empty === undefined && entries?.length === 0 ? null : (
    <Box component="section" miw={0}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {hint === undefined ? null : (
        <Text size="sm" mb="sm">
          {hint}
        </Text>
      )}
      {entries === undefined ? (
        <Skeleton height={240} />
      ) : entries.length === 0 ? (
        <Text c="dimmed" size="sm" className={classes.empty}>
          {empty}
        </Text>
      ) : (
        <ul className={lists.list}>
          {entries.map((entry) => (
            <EntryLink
              key={`${entry.type} ${entry.documentId} ${entry.locale ?? ''} ${entry.hash ?? entry.updatedAt}`}
              entry={entry}
              shows={shows}
            />
          ))}
        </ul>
      )}
    </Box>
  );
