// The releases: those that are planned, or those that are done.
import { Anchor, Group, SegmentedControl } from '@mantine/core';
import { RocketIcon } from '@primer/octicons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { releasesQuery, type Release } from '../api/releases.ts';
import { AgentBadge } from '../ui/AgentBadge.tsx';
import { DateTime } from '../ui/DateTime.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import { ResourceTable } from '../ui/ResourceTable.tsx';
import { ReleasesFrame } from './ReleasesFrame.tsx';
import { ReleaseStatusBadge } from './ReleaseStatusBadge.tsx';
import { useMomentText } from './useMomentText.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** When a release happens, or happened. */
const Moment = ({ release: { scheduledAt, timezone, releasedAt } }: { readonly release: Release }) => {
  const t = useReleaseTexts();
  const text = useMomentText();
  if (releasedAt !== null) return <DateTime value={releasedAt} />;
  return scheduledAt === null || timezone === null ? t('byHand') : text.short(new Date(scheduledAt), timezone);
};

const ReleaseList = () => {
  const t = useReleaseTexts();
  const common = useTranslations('common');
  const [state, setState] = useState<'pending' | 'done'>('pending');
  const query = useInfiniteQuery(releasesQuery(state));
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label={t('show')}
        data={[
          { value: 'pending', label: t('pending') },
          { value: 'done', label: t('states.done') },
        ]}
        value={state}
        onChange={setState}
      />
      <ResourceTable
        label={t('releases')}
        query={{ ...query, data: query.data?.pages.flatMap(({ data }) => data) }}
        rowKey={({ id }) => id}
        empty={<EmptyState Icon={RocketIcon} title={t(`none.${state}`)} text={t('noneText')} />}
        columns={[
          {
            heading: common('name'),
            cell: ({ id, name, agent }) => (
              <Group gap="xs" miw="9rem">
                <Anchor component={Link} to={`/releases/${id}`} fw={500} dir="auto">
                  {name}
                </Anchor>
                {agent === undefined ? null : <AgentBadge />}
              </Group>
            ),
          },
          { heading: t('state'), cell: ({ status }) => <ReleaseStatusBadge status={status} /> },
          {
            heading: t('when'),
            cell: (release) => (
              <span style={{ whiteSpace: 'nowrap' }}>
                <Moment release={release} />
              </span>
            ),
          },
          { heading: t('documents'), align: 'end', cell: ({ actions }) => actions.meta.count },
        ]}
      />
      <MoreButton query={query} />
    </>
  );
};

export const ReleasesPage = () => (
  <ReleasesFrame>
    <ReleaseList />
  </ReleasesFrame>
);
