// The list of the documents that were changed last.
import { Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useNow } from 'use-intl';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { RecentDocumentsState } from './useRecentDocuments.ts';
import classes from './RecentDocuments.module.css';

export const RecentDocuments = ({ documents, isPending }: RecentDocumentsState) => {
  const format = useFormatter();
  const now = useNow();
  if (isPending && documents.length === 0) return <Skeleton height={240} />;
  return (
    <Stack component="ul" gap={0} m={0} p={0} className={classes.list}>
      {documents.map(({ type, documentId, label, updatedAt, status }) => (
        <li key={`${type.uid} ${documentId}`}>
          <UnstyledButton component={Link} to={`/content/${type.name}/${documentId}`} className={classes.row}>
            <div className={classes.text}>
              <Text fw={500} truncate dir="auto">
                {label}
              </Text>
              <Text size="sm" c="dimmed" truncate>
                {type.displayName} · {format.relativeTime(new Date(updatedAt), now)}
              </Text>
            </div>
            {status === undefined ? null : <StatusBadge status={status} />}
          </UnstyledButton>
        </li>
      ))}
    </Stack>
  );
};
