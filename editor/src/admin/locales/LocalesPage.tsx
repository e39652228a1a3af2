// The locales of the site: add, choose the default, delete.
import { Badge, Button, Group } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { localesQuery, deleteLocale, localesKey, updateLocale, type Locale } from '../../api/locales.ts';
import { useMay } from '../../permissions/useMay.ts';
import { Page } from '../../ui/Page.tsx';
import { ResourceTable } from '../../ui/ResourceTable.tsx';
import { LocaleDialog } from './LocaleDialog.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useAction } from '../../ui/useAction.ts';

const uid = 'plugin::i18n.locale';

const LocaleActions = ({ locale }: { readonly locale: Locale }) => {
  const t = useTranslations('admin.locales');
  const common = useTranslations('common');
  const may = useMay();
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
        <ConfirmButton
          size="xs"
          variant="light"
          color="red"
          label={common('delete')}
          title={t('deleteTitle', { code: locale.code })}
          text={t('deleteText')}
          onConfirm={() => {
            remove.mutate(undefined);
          }}
        />
      ) : null}
    </Group>
  );
};

export const LocalesPage = () => {
  const t = useTranslations('admin.locales');
  const common = useTranslations('common');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const locales = useQuery(localesQuery);
  const add = may('create', 'plugin::i18n.locale') ? (
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
      <ResourceTable
        label={t('title')}
        query={locales}
        rowKey={({ code }) => code}
        columns={[
          {
            heading: common('name'),
            cell: ({ name, code, isDefault }) => (
              <Group gap="xs">
                {name ?? code}
                {isDefault ? <Badge variant="light">{t('default')}</Badge> : null}
              </Group>
            ),
          },
          { heading: t('code'), cell: ({ code }) => code },
          { heading: common('actions'), align: 'end', cell: (locale) => <LocaleActions locale={locale} /> },
        ]}
      />
      <LocaleDialog
        opened={adding}
        onClose={() => {
          setAdding(false);
        }}
      />
    </Page>
  );
};
