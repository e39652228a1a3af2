// Asks for the address of a link.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ReactEditor, useSlateStatic } from 'slate-react';
import { useTranslations } from 'use-intl';
import { currentLink, removeLink, setLink } from './model/commands.ts';
import { completeUrl, isSafeUrl } from './model/links.ts';

export const LinkDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslations('fields.blocks');
  const common = useTranslations('common');
  const editor = useSlateStatic();
  const [link] = currentLink(editor) ?? [];
  const [text, setText] = useState(link?.url ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const close = (): void => {
    onClose();
    // After the dialog has given the focus back.
    setTimeout(() => {
      ReactEditor.focus(editor);
    }, 50);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // The form of the document is around this one in React's tree.
    event.stopPropagation();
    const url = completeUrl(text);
    if (!isSafeUrl(url)) {
      setIsWrong(true);
      return;
    }
    setLink(editor, url);
    close();
  };
  return (
    <Modal opened onClose={close} title={t('link')} returnFocus={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            data-autofocus
            label={t('address')}
            placeholder="https://"
            dir="ltr"
            inputMode="url"
            value={text}
            error={isWrong ? t('wrongAddress') : undefined}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setIsWrong(false);
            }}
          />
          <Group justify="flex-end">
            {link === undefined ? null : (
              <Button
                variant="default"
                me="auto"
                onClick={() => {
                  removeLink(editor);
                  close();
                }}
              >
                {t('removeLink')}
              </Button>
            )}
            <Button variant="default" onClick={close}>
              {common('cancel')}
            </Button>
            <Button type="submit">{t('setLink')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
