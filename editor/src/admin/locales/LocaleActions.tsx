// What can be done with a locale: make it the default, delete it.
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { deleteLocale, localesKey, updateLocale, type Locale } from '../../api/locales.ts';
import { useMay } from '../../permissions/useMay.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useAction } from '../../ui/useAction.ts';

const uid = 'plugin::i18n.locale';

export const LocaleActions = ({ locale }: { readonly locale: Locale }) => {
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
