// The locales of the site: add, choose the default, delete.
import { Badge, Button, Group } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { localesQuery } from '../../api/locales.ts';
import { useMay } from '../../permissions/useMay.ts';
import { Page } from '../../ui/Page.tsx';
import { ResourceTable } from '../../ui/ResourceTable.tsx';
import { LocaleActions } from './LocaleActions.tsx';
import { LocaleDialog } from './LocaleDialog.tsx';

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
