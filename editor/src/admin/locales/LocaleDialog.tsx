// Adds a locale.
import { Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { createLocale, localesKey } from '../../api/locales.ts';
import { useLanguage } from '../../messages/MessagesProvider.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { useAction } from '../../ui/useAction.ts';

/** The name of a language tag in `language`; an empty text if it is no tag. */
const nameOf = (code: string, language: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }).of(code) ?? '';
  } catch {
    return '';
  }
};

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const LocaleDialog = ({ opened, onClose }: Props) => {
  const t = useTranslations('admin.locales');
  const common = useTranslations('common');
  const language = useLanguage();
  const [code, setCode] = useState('');
  const [name, setName] = useState<string>();
  const chosenName = name ?? nameOf(code, language);
  const { mutate, isPending } = useAction({
    run: () => createLocale({ code, name: chosenName === '' ? code : chosenName }),
    changes: localesKey,
    onSuccess: () => {
      setCode('');
      setName(undefined);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    mutate(undefined);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('add')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('code')}
            description={t('codeHint')}
            required
            data-autofocus
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value.trim());
            }}
          />
          <TextInput
            label={common('name')}
            value={chosenName}
            onChange={(event) => {
              setName(event.currentTarget.value);
            }}
          />
          <FormButtons submitLabel={t('add')} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
