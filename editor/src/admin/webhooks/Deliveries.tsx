// The waiting and the parked deliveries of a webhook, with a way to send the parked ones again.
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { answerQuery, call, resourceKey } from '../../api/call.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { Pages } from '../../ui/Pages.tsx';
import { ResourceTable } from '../../ui/ResourceTable.tsx';
import { useAction } from '../../ui/useAction.ts';
import { Hint } from '../../ui/Hint.tsx';

export const Deliveries = ({ id }: { readonly id: number }) => {
  const t = useTranslations('admin.webhooks');
  const [page, setPage] = useState(1);
  const query = { 'pagination[page]': page, 'pagination[pageSize]': 25 };
  const { data, error, refetch } = useQuery({
    ...answerQuery('GET /admin/webhooks/{id}/deliveries', { id, query }),
    ...{ placeholderData: keepPreviousData, refetchInterval: 10_000 },
  });
  const replay = useAction({
    run: (ids: readonly string[] | undefined) =>
      call('POST /admin/webhooks/{id}/replay', { id, body: ids === undefined ? {} : { deliveries: ids } }),
    changes: resourceKey('GET /admin/webhooks'),
    message: t('replayed'),
  });
  const deliveries = data?.data ?? [];
  return (
    <Stack>
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            {t('deliveries')}
          </Title>
          <Hint>{t('deliveriesText')}</Hint>
        </div>
        {deliveries.some(({ state }) => state === 'parked') ? (
          <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate(undefined)}>
            {t('replayAll')}
          </Button>
        ) : null}
      </Group>
      <ResourceTable
        label={t('deliveries')}
        query={{ data: data?.data, error, refetch }}
        rowKey={(delivery) => delivery.id}
        empty={<Text c="dimmed">{t('noDeliveries')}</Text>}
        columns={[
          {
            heading: t('event'),
            cell: ({ event, uid }) => (
              <>
                {event}
                <Hint>{uid}</Hint>
              </>
            ),
          },
          { heading: t('time'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
          {
            heading: t('lastAttempt'),
            cell: ({ attempts, lastAttempt }) => (
              <>
                {lastAttempt === null ? null : `${lastAttempt.status ?? ''} ${lastAttempt.message}`}
                <Hint>{t('attempts', { count: attempts })}</Hint>
              </>
            ),
          },
          {
            heading: t('state'),
            align: 'end',
            cell: (delivery) =>
              delivery.state === 'waiting' ? (
                <Badge variant="light">{t('waiting')}</Badge>
              ) : (
                <Button size="xs" variant="default" onClick={() => replay.mutate([delivery.id])}>
                  {t('replay')}
                </Button>
              ),
          },
        ]}
      />
      <Pages page={page} count={data?.meta.pagination.pageCount ?? 0} onChange={setPage} />
    </Stack>
  );
};
