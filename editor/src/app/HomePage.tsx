// The first screen: what was edited last, and what to write next.
import { Button, Code, Group, Stack, Title, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { PencilIcon, PlusIcon, StackIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations, useFormatter, useNow } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { useSchema } from '../api/schema.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { useDestinations } from './destinations.ts';
import { useRecentDocuments, type RecentDocumentsState } from './useRecentDocuments.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import classes from './HomePage.module.css';

const RecentDocuments = ({ documents, isPending }: RecentDocumentsState) => {
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

const maxCreations = 6;

export const HomePage = () => {
  const t = useTranslations('app.home');
  const { user } = useEditor();
  const { types } = useSchema();
  const { creations } = useDestinations();
  const recent = useRecentDocuments();
  const title = t('title', { name: user.username });

  if (types.size === 0)
    return (
      <Page title={title} width="sm">
        <EmptyState
          Icon={StackIcon}
          title={t('noTypes')}
          text={
            <Stack gap="xs" align="center">
              {t('noTypesText')}
              <Code block>npx lectern types new article</Code>
            </Stack>
          }
        />
      </Page>
    );

  const [first] = creations;
  if (recent.isEmpty && first !== undefined)
    return (
      <Page title={title} width="sm">
        <EmptyState
          Icon={PencilIcon}
          title={t('noDocuments')}
          text={t('noDocumentsText')}
          action={
            <Button component={Link} to={first.to} leftSection={<PlusIcon />}>
              {first.label}
            </Button>
          }
        />
      </Page>
    );

  return (
    <Page title={title} width="sm">
      <Stack gap="xl">
        {creations.length === 0 ? null : (
          <section>
            <Title order={2} size="h4" mb="sm">
              {t('write')}
            </Title>
            <Group gap="xs">
              {creations.slice(0, maxCreations).map(({ to, label }) => (
                <Button key={to} component={Link} to={to} variant="default" leftSection={<PlusIcon />}>
                  {label}
                </Button>
              ))}
            </Group>
          </section>
        )}
        <section>
          <Title order={2} size="h4" mb="sm">
            {t('recent')}
          </Title>
          <RecentDocuments {...recent} />
        </section>
      </Stack>
    </Page>
  );
};
