// The waiting and the parked deliveries of a webhook, with a way to send the parked ones again.
import { Badge, Button, Group, Pagination, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { deliveriesQuery, replayDeliveries, webhooksKey } from '../../api/webhooks.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { TableBox } from '../../ui/TableBox.tsx';
import { useAction } from '../../ui/useAction.ts';

export const Deliveries = ({ id }: { readonly id: number }) => {
  const t = useTranslations('admin.webhooks');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({ ...deliveriesQuery(id, page), placeholderData: keepPreviousData });
  const replay = useAction({
    run: (ids: readonly string[] | undefined) => replayDeliveries(id, ids),
    changes: webhooksKey,
    message: t('replayed'),
  });
  const deliveries = data?.data ?? [];
  const pages = data?.meta.pagination.pageCount ?? 0;
  return (
    <Stack component="section" aria-label={t('deliveries')}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('deliveries')}
        </Title>
        {deliveries.some(({ state }) => state === 'parked') ? (
          <Button
            variant="default"
            loading={replay.isPending}
            onClick={() => {
              replay.mutate(undefined);
            }}
          >
            {t('replayAll')}
          </Button>
        ) : null}
      </Group>
      {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data !== undefined && deliveries.length === 0 ? <Text c="dimmed">{t('noDeliveries')}</Text> : null}
      {deliveries.length === 0 ? null : (
        <TableBox label={t('deliveries')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('event')}</Table.Th>
              <Table.Th>{t('time')}</Table.Th>
              <Table.Th>{t('lastAttempt')}</Table.Th>
              <Table.Th ta="end">{t('state')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deliveries.map(({ id: deliveryId, event, uid, createdAt, state, attempts, lastAttempt }) => (
              <Table.Tr key={deliveryId}>
                <Table.Td>
                  {event}
                  <Text size="sm" c="dimmed">
                    {uid}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <DateTime value={createdAt} />
                </Table.Td>
                <Table.Td>
                  {lastAttempt === null ? null : `${lastAttempt.status ?? ''} ${lastAttempt.message}`}
                  <Text size="sm" c="dimmed">
                    {t('attempts', { count: attempts })}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  {state === 'waiting' ? (
                    <Badge variant="light">{t('waiting')}</Badge>
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => {
                        replay.mutate([deliveryId]);
                      }}
                    >
                      {t('replay')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableBox>
      )}
      {pages < 2 ? null : <Pagination value={page} onChange={setPage} total={pages} />}
    </Stack>
  );
};
