// The first screen: what the user edited last, drafts that wait, what others published, and what to write next.
import { Anchor, Button, Code, Group, Stack } from '@mantine/core';
import { LinkExternalIcon, PlusIcon, StackIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { activityQuery } from '../api/activity.ts';
import { useEditor, useMay } from '../api/editor.ts';
import { mentionsQuery } from '../api/mentions.ts';
import { useSchema } from '../api/schema.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { Page } from '../ui/Page.tsx';
import { ActivityList } from './ActivityList.tsx';
import { useDestinations, type TypeDestination } from './destinations.ts';
import classes from './HomePage.module.css';
import { Hint } from '../ui/Hint.tsx';

const Mentions = lazy(() => import('./Mentions.tsx'));
const AssignedList = lazy(() => import('./AssignedList.tsx'));
const WaitingTexts = lazy(() => import('./WaitingTexts.tsx'));

const maxCreations = 6;

/** Buttons for new documents, first of the types that the user edited last. */
const Creations = ({ recentTypes }: { readonly recentTypes: readonly string[] }) => {
  const t = useTranslations('app.home');
  const { creations } = useDestinations();
  if (creations.length === 0) return null;
  const place = ({ uid }: TypeDestination): number => {
    const index = recentTypes.indexOf(uid);
    return index < 0 ? recentTypes.length : index;
  };
  return (
    <Group gap="xs" component="section" aria-label={t('write')}>
      {creations
        .toSorted((one, other) => place(one) - place(other))
        .slice(0, maxCreations)
        .map(({ to, label }) => (
          <Button key={to} component={Link} to={to} variant="default" leftSection={<PlusIcon />}>
            {label}
          </Button>
        ))}
    </Group>
  );
};

/** Where the configuration leads: a style guide, the statistics of the site. */
const Links = () => {
  const t = useTranslations('app.home');
  const { homeLinks: links } = useEditor().settings;
  if (links.length === 0) return null;
  return (
    <Group gap="lg" component="section" aria-label={t('links')}>
      {links.map(({ label, url }) => (
        <Anchor key={`${label} ${url}`} href={url} target="_blank" rel="noreferrer" size="sm">
          <Group component="span" gap={6} mih={24}>
            {label}
            <LinkExternalIcon />
          </Group>
        </Anchor>
      ))}
    </Group>
  );
};

/** What is assigned to the user; nothing on sites whose types have no stages. */
const Assigned = () => {
  const may = useMay();
  const types = [...useSchema().types.values()].filter(({ stages, uid }) => stages !== undefined && may('update', uid));
  if (types.length === 0) return null;
  return (
    <Suspense>
      <AssignedList types={types} />
    </Suspense>
  );
};

const lists = ['edited', 'drafts', 'published'] as const;

const Lists = () => {
  const t = useTranslations('app.home');
  const { types } = useSchema();
  const { data, error, refetch } = useQuery(activityQuery);
  const { data: mentions = [] } = useQuery(mentionsQuery);
  if (error !== null) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  const omitted = (data?.omitted ?? []).flatMap((uid) => types.get(uid)?.plural ?? []);
  return (
    <Stack gap="xl">
      <Creations recentTypes={data?.edited.map(({ type }) => type) ?? []} />
      <Links />
      <Suspense>
        <WaitingTexts />
      </Suspense>
      {mentions.length === 0 ? null : (
        <Suspense>
          <Mentions mentions={mentions} />
        </Suspense>
      )}
      <Assigned />
      <div className={classes.lists}>
        {lists.map((list) => (
          <ActivityList
            key={list}
            title={t(`${list}.title`)}
            empty={t(`${list}.empty`)}
            entries={data?.[list]}
            shows={{ writer: list !== 'edited', status: list !== 'published' }}
          />
        ))}
      </div>
      {omitted.length === 0 ? null : <Hint>{t('omitted', { types: omitted.join(', ') })}</Hint>}
      {data === undefined || data.limited.length === 0 ? null : (
        <Hint>{t('limited', { count: data.searchedDocuments })}</Hint>
      )}
    </Stack>
  );
};

export const HomePage = () => {
  const t = useTranslations('app.home');
  const { user } = useEditor();
  const { types } = useSchema();
  return (
    <Page title={t('title', { name: user.username })} width={types.size === 0 ? 'sm' : 'full'}>
      {types.size === 0 ? (
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
      ) : (
        <Lists />
      )}
    </Page>
  );
};
