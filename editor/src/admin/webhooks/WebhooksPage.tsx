// The webhooks: who is told about changes of content.
import { Anchor, Badge, Button, Table, Text } from '@mantine/core';
import { PlusIcon, WebhookIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { webhooksQuery } from '../../api/webhooks.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Page } from '../../ui/Page.tsx';
import { TableBox } from '../../ui/TableBox.tsx';

export const WebhooksPage = () => {
  const t = useTranslations('admin.webhooks');
  const common = useTranslations('common');
  const { data, error, refetch } = useQuery(webhooksQuery);
  const add = (
    <Button component={Link} to="/admin/webhooks/new" leftSection={<PlusIcon />}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={add} width="sm">
      {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 ? <EmptyState Icon={WebhookIcon} title={t('none')} text={t('noneText')} /> : null}
      {data === undefined || data.length === 0 ? null : (
        <TableBox label={t('title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{common('name')}</Table.Th>
              <Table.Th ta="end">{t('state')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ id, name, url, isEnabled }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} to={`/admin/webhooks/${id}`} fw={500}>
                    {name}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {url}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  <Badge variant="light" color={isEnabled ? 'green' : 'gray'}>
                    {t(isEnabled ? 'enabled' : 'disabled')}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableBox>
      )}
    </Page>
  );
};
