// What can be done with a locale: make it the default, delete it.
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { deleteLocale, localesKey, updateLocale, type Locale } from '../../api/locales.ts';
import { useMay } from '../../permissions/useMay.ts';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';

const uid = 'plugin::i18n.locale';

export const LocaleActions = ({ locale }: { readonly locale: Locale }) => {
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
