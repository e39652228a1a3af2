// The locales of the site: add, rename, choose the default, delete.
import { Badge, Button, Group, Table } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { deleteLocale, localesKey, localesQuery, updateLocale, type Locale } from '../../api/locales.ts';
import { useMay } from '../../permissions/useMay.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Page } from '../../ui/Page.tsx';
import { TableBox } from '../../ui/TableBox.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { LocaleDialog } from './LocaleDialog.tsx';

const uid = 'plugin::i18n.locale';

const LocaleActions = ({ locale }: { readonly locale: Locale }) => {
  const t = useTranslations('admin.locales');
  const common = useTranslations('common');
  const may = useMay();
  const confirm = useConfirm();
  const makeDefault = useAction({ run: () => updateLocale(locale.id, { isDefault: true }), changes: localesKey });
  const remove = useAction({ run: () => deleteLocale(locale.id), changes: localesKey });
  if (locale.isDefault) return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {may('update', uid) ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            makeDefault.mutate(undefined);
          }}
        >
          {t('makeDefault')}
        </Button>
      ) : null}
      {may('delete', uid) ? (
        <Button
          size="xs"
          variant="light"
          color="red"
          onClick={() => {
            confirm({
              title: t('deleteTitle', { code: locale.code }),
              text: t('deleteText'),
              confirm: common('delete'),
              onConfirm: () => {
                remove.mutate(undefined);
              },
            });
          }}
        >
          {common('delete')}
        </Button>
      ) : null}
    </Group>
  );
};

export const LocalesPage = () => {
  const t = useTranslations('admin.locales');
  const common = useTranslations('common');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(localesQuery);
  const add = may('create', uid) ? (
    <Button
      leftSection={<PlusIcon />}
      onClick={() => {
        setAdding(true);
      }}
    >
      {t('add')}
    </Button>
  ) : null;
  return (
    <Page title={t('title')} description={t('description')} actions={add} width="sm">
      {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : (
        <TableBox label={t('title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{common('name')}</Table.Th>
              <Table.Th>{t('code')}</Table.Th>
              <Table.Th ta="end">{common('actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((locale) => (
              <Table.Tr key={locale.code}>
                <Table.Td>
                  <Group gap="xs">
                    {locale.name ?? locale.code}
                    {locale.isDefault ? <Badge variant="light">{t('default')}</Badge> : null}
                  </Group>
                </Table.Td>
                <Table.Td>{locale.code}</Table.Td>
                <Table.Td>
                  <LocaleActions locale={locale} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableBox>
      )}
      <LocaleDialog
        opened={adding}
        onClose={() => {
          setAdding(false);
        }}
      />
    </Page>
  );
};
