// The API tokens: create, replace the key, revoke.
import { Badge, Button, Text } from '@mantine/core';
import { KeyIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { tokensQuery } from '../../api/tokens.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { ResourceTable } from '../../ui/ResourceTable.tsx';
import { TokenActions } from './TokenActions.tsx';
import { TokenDialog } from './TokenDialog.tsx';

export const TokensPage = () => {
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  const [creating, setCreating] = useState(false);
  const tokens = useQuery(tokensQuery);
  const timeOrNever = (time: string | null) => (time === null ? common('never') : <DateTime value={time} />);
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
      <ResourceTable
        label={t('title')}
        query={tokens}
        rowKey={({ id }) => id}
        empty={<EmptyState Icon={KeyIcon} title={t('none')} text={t('noneText')} />}
        columns={[
          {
            heading: common('name'),
            cell: ({ name, description }) => (
              <>
                <Text fw={500}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {description}
                </Text>
              </>
            ),
          },
          {
            heading: t('type'),
            cell: ({ type }) => (
              <Badge variant="light" color={type === 'full-access' ? 'red' : 'gray'}>
                {t(`types.${type}`)}
              </Badge>
            ),
          },
          { heading: t('lastUsed'), cell: ({ lastUsedAt }) => timeOrNever(lastUsedAt) },
          { heading: t('expires'), cell: ({ expiresAt }) => timeOrNever(expiresAt) },
          { heading: common('actions'), align: 'end', cell: (token) => <TokenActions token={token} /> },
        ]}
      />
      <TokenDialog
        opened={creating}
        onClose={() => {
          setCreating(false);
        }}
      />
    </Page>
  );
};
