// One list of the first screen: documents of all types, the latest first.
import { Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import type { NotedEntry } from '../api/review.ts';
import { useSchema } from '../api/schema.ts';
import { writerName } from '../api/writer.ts';
import { documentPath } from '../schema/paths.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useLanguageName } from '../ui/useLanguageName.ts';
import classes from './HomePage.module.css';

/** What differs between the documents of a list. */
interface Details {
  readonly writer: boolean;
  readonly status: boolean;
}

const EntryLink = ({ entry, shows }: { readonly entry: NotedEntry; readonly shows: Details }) => {
  const t = useTranslations('app.home');
  const format = useFormatter();
  const now = useNow();
  const languageName = useLanguageName();
  const type = useSchema().types.get(entry.type);
  if (type === undefined) return null;
  const { documentId, locale, title, status, updatedAt, updatedBy, note } = entry;
  const isSingle = type.kind === 'singleType';
  const writer = shows.writer ? writerName(updatedBy) : undefined;
  const details = [
    ...(note === undefined ? [] : [note]),
    ...(isSingle ? [] : [type.displayName]),
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
        className={classes.row}
      >
        <div className={classes.text}>
          <Text fw={500} truncate dir="auto">
            {isSingle ? type.displayName : (title ?? t('untitled'))}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {details.join(' · ')}
          </Text>
        </div>
        {status === undefined || !shows.status ? null : <StatusBadge status={status} />}
      </UnstyledButton>
    </li>
  );
};

interface Props {
  readonly title: string;
  /** What can be done with them. */
  readonly hint?: string;
  /** What to say if there are none. */
  readonly empty: string;
  /** Undefined while they are loaded. */
  readonly entries: readonly NotedEntry[] | undefined;
  readonly shows: Details;
}

export const ActivityList = ({ title, hint, empty, entries, shows }: Props) => (
  <section className={classes.section}>
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
      <ul className={classes.list}>
        {entries.map((entry) => (
          <EntryLink
            key={`${entry.type} ${entry.documentId} ${entry.locale ?? ''} ${entry.updatedAt}`}
            entry={entry}
            shows={shows}
          />
        ))}
      </ul>
    )}
  </section>
);
