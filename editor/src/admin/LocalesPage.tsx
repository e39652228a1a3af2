// The locales of the site: add, choose the default, delete.
import { TextInput, Badge, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { call, resourceKey } from '../api/call.ts';
import { localesQuery, type Locale } from '../api/locales.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { DialogButton } from '../ui/DialogButton.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useAction } from '../ui/useAction.ts';
import { useLanguageName } from '../ui/useLanguageName.ts';
import { useMay } from '../api/editor.ts';
import { Page } from '../ui/Page.tsx';
import { ResourceTable } from '../ui/ResourceTable.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { textProps } from '../ui/inputProps.ts';

const localesKey = resourceKey('GET /api/i18n/locales');

const LocaleDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslations('admin.locales');
  const common = useTranslations('common');
  const languageName = useLanguageName();
  const [code, setCode] = useState('');
  const [name, setName] = useState<string>();
  const chosenName = name ?? languageName(code);
  const { mutate, isPending } = useAction({
    run: () => call('POST /api/i18n/locales', { body: { code, name: chosenName === '' ? code : chosenName } }),
    changes: localesKey,
    onSuccess: onClose,
  });
  return (
    <FormDialog title={t('add')} submitLabel={t('add')} isPending={isPending} onSubmit={mutate} onClose={onClose}>
      <TextInput
        label={t('code')}
        description={t('codeHint')}
        required
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value.trim())}
      />
      <TextInput label={common('name')} {...textProps(chosenName, setName)} />
    </FormDialog>
  );
};

const uid = 'plugin::i18n.locale';

const LocaleActions = ({ locale }: { readonly locale: Locale }) => {
  const t = useTranslations('admin.locales');
  const common = useTranslations('common');
  const may = useMay();
  const { id } = locale;
  const makeDefault = useAction({
    run: () => call('PUT /api/i18n/locales/{id}', { id, body: { isDefault: true } }),
    changes: localesKey,
  });
  const remove = useAction({ run: () => call('DELETE /api/i18n/locales/{id}', { id }), changes: localesKey });
  if (locale.isDefault) return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {may('update', uid) ? (
        <ActionButton size="xs" variant="default" action={makeDefault}>
          {t('makeDefault')}
        </ActionButton>
      ) : null}
      {may('delete', uid) ? (
        <ConfirmButton
          size="xs"
          label={common('delete')}
          title={t('deleteTitle', { code: locale.code })}
          text={t('deleteText')}
          action={remove}
        />
      ) : null}
    </Group>
  );
};

export const LocalesPage = () => {
  const t = useTranslations('admin.locales');
  const common = useTranslations('common');
  const may = useMay();
  const locales = useQuery(localesQuery);
  const add = may('create', uid) ? (
    <DialogButton leftSection={<PlusIcon />} dialog={(close) => <LocaleDialog onClose={close} />}>
      {t('add')}
    </DialogButton>
  ) : null;
  return (
    <Page title={t('title')} description={t('description')} actions={add}>
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
    </Page>
  );
};
