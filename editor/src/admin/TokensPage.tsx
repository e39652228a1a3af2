// The API tokens: create, change, replace the key, revoke.
import { Anchor, Badge, Group } from '@mantine/core';
import { KeyIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { modals } from '@mantine/modals';
import { call, dataQuery, resourceKey, type Data } from '../api/call.ts';
import { pageSettings } from '../api/pageSettings.ts';
import { DateTime } from '../ui/DateTime.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { NameCell, ResourceTable } from '../ui/ResourceTable.tsx';
import { EditTokenDialog, TokenDialog, TokenKeyText } from './TokenDialog.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { DialogButton } from '../ui/DialogButton.tsx';
import { useAction } from '../ui/useAction.ts';
import { sortedByName } from '../ui/sortedByName.ts';

const tokensKey = resourceKey('GET /admin/api-tokens');

const TokenActions = ({ token }: { readonly token: Data<'GET /admin/api-tokens/{id}'> }) => {
  const { id, name } = token;
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  const revoke = useAction({ run: () => call('DELETE /admin/api-tokens/{id}', { id }), changes: tokensKey });
  const regenerate = useAction({
    run: () => call('POST /admin/api-tokens/{id}/regenerate', { id }),
    changes: tokensKey,
    onSuccess: ({ data: { accessKey } }) => {
      modals.open({ title: name, children: <TokenKeyText accessKey={accessKey} /> });
    },
  });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <DialogButton size="xs" variant="default" dialog={(close) => <EditTokenDialog token={token} onClose={close} />}>
        {common('edit')}
      </DialogButton>
      <ConfirmButton
        size="xs"
        variant="default"
        label={t('regenerate')}
        title={t('regenerateTitle', { name })}
        text={t('regenerateText')}
        action={regenerate}
      />
      <ConfirmButton
        size="xs"
        label={t('revoke')}
        title={t('revokeTitle', { name })}
        text={t('revokeText')}
        action={revoke}
      />
    </Group>
  );
};

export const TokensPage = () => {
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  const tokens = useQuery({ ...dataQuery('GET /admin/api-tokens'), select: sortedByName });
  const timeOrNever = (time: string | null) => (time === null ? common('never') : <DateTime value={time} />);
  const add = (
    <DialogButton leftSection={<PlusIcon />} dialog={(close) => <TokenDialog onClose={close} />}>
      {t('add')}
    </DialogButton>
  );
  const description = pageSettings.graphql
    ? t.rich('descriptionWithGraphql', {
        link: (text) => (
          <Anchor href="/graphql" inherit underline="always">
            {text}
          </Anchor>
        ),
      })
    : t('description');
  return (
    <Page title={t('title')} description={description} actions={add}>
      <ResourceTable
        label={t('title')}
        query={tokens}
        rowKey={({ id }) => id}
        empty={<EmptyState Icon={KeyIcon} title={t('none')} text={t('noneText')} />}
        columns={[
          { heading: common('name'), cell: ({ name, description }) => <NameCell name={name} text={description} /> },
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
    </Page>
  );
};
