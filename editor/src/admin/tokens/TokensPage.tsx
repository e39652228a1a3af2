// The API tokens: create, replace the key, revoke.
import { Badge, Button, Table, Text } from '@mantine/core';
import { KeyIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { tokensQuery } from '../../api/tokens.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Page } from '../../ui/Page.tsx';
import { TableBox } from '../../ui/TableBox.tsx';
import { TokenActions } from './TokenActions.tsx';
import { TokenDialog } from './TokenDialog.tsx';

export const TokensPage = () => {
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  const [creating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery(tokensQuery);
  const add = (
    <Button
      leftSection={<PlusIcon />}
      onClick={() => {
        setCreating(true);
      }}
    >
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={add}>
      {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 ? <EmptyState Icon={KeyIcon} title={t('none')} text={t('noneText')} /> : null}
      {data === undefined || data.length === 0 ? null : (
        <TableBox label={t('title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{common('name')}</Table.Th>
              <Table.Th>{t('type')}</Table.Th>
              <Table.Th>{t('lastUsed')}</Table.Th>
              <Table.Th>{t('expires')}</Table.Th>
              <Table.Th ta="end">{common('actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((token) => (
              <Table.Tr key={token.id}>
                <Table.Td>
                  <Text fw={500}>{token.name}</Text>
                  <Text size="sm" c="dimmed">
                    {token.description}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Badge variant="light" color={token.type === 'full-access' ? 'red' : 'gray'}>
                    {t(`types.${token.type}`)}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  {token.lastUsedAt === null ? common('never') : <DateTime value={token.lastUsedAt} />}
                </Table.Td>
                <Table.Td>{token.expiresAt === null ? common('never') : <DateTime value={token.expiresAt} />}</Table.Td>
                <Table.Td ta="end">
                  <TokenActions token={token} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableBox>
      )}
      <TokenDialog
        opened={creating}
        onClose={() => {
          setCreating(false);
        }}
      />
    </Page>
  );
};
