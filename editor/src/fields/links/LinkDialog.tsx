// Asks for the address of a link: it is typed, or that of a document of the site.
import { Button, Input, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddressOf, useLinkableTypes } from '../../api/documentAddress.ts';
import { useForm } from '../../form/FormContext.tsx';
import type { LinkedDocument } from '../../form/types.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useErrorText } from '../../ui/useErrorText.ts';
import { RelationPanelContext } from '../RelationField/RelationPanel.ts';
import { TargetPicker } from '../RelationField/TargetPicker.tsx';
import { completeUrl, isSafeUrl } from './safeUrl.ts';

interface Props {
  /** The address of the link with the cursor. */
  readonly url?: string | undefined;
  /** @param title of the document whose address it is */
  readonly onSet: (url: string, title?: string) => void;
  readonly onRemove?: () => void;
  readonly onClose: () => void;
  /** Gives the focus back to the text. */
  readonly onFocus: () => void;
}

export const LinkDialog = ({ url: before, onSet, onRemove, onClose, onFocus }: Props) => {
  const t = useTranslations('fields.links');
  const errorText = useErrorText();
  const form = useForm();
  const types = useLinkableTypes(form.schema);
  const addressOf = useAddressOf(form.schema, form.locale);
  const [text, setText] = useState(before ?? '');
  const [chosen, setChosen] = useState<{ readonly url: string; readonly title: string }>();
  const [fault, setFault] = useState<string>();

  const close = (): void => {
    onClose();
    // After the dialog has given the focus back.
    setTimeout(onFocus, 50);
  };
  const choose = async (target: LinkedDocument): Promise<void> => {
    try {
      const found = await addressOf(target);
      if ('missing' in found) {
        setFault(t('noAddress', { title: target.label, name: found.missing }));
        return;
      }
      setText(found.url);
      setChosen({ url: found.url, title: target.label });
      setFault(undefined);
    } catch (error) {
      setFault(errorText(error));
    }
  };
  const submit = (): void => {
    const url = completeUrl(text);
    if (!isSafeUrl(url)) {
      setFault(t('wrongAddress'));
      return;
    }
    onSet(url, chosen?.url === url ? chosen.title : undefined);
    close();
  };
  return (
    <Modal opened onClose={close} title={t('link')} size="lg" returnFocus={false}>
      <SubmitForm onSubmit={submit}>
        {types.length === 0 ? null : (
          <div role="group" aria-label={t('document')}>
            <Input.Label labelElement="div">{t('document')}</Input.Label>
            {/* A document cannot be made here. */}
            <RelationPanelContext value={undefined}>
              <TargetPicker
                types={types}
                label={t('document')}
                locale={form.locale}
                closes
                onPick={(target) => {
                  void choose(target);
                }}
              />
            </RelationPanelContext>
          </div>
        )}
        <TextInput
          data-autofocus
          label={t('address')}
          description={chosen?.url === text && text !== '' ? t('addressOf', { title: chosen.title }) : undefined}
          placeholder="https://"
          dir="ltr"
          inputMode="url"
          value={text}
          error={fault}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <FormButtons submitLabel={t('setLink')} onCancel={close}>
          {before === undefined || onRemove === undefined ? null : (
            <Button
              variant="default"
              me="auto"
              onClick={() => {
                onRemove();
                close();
              }}
            >
              {t('removeLink')}
            </Button>
          )}
        </FormButtons>
      </SubmitForm>
    </Modal>
  );
};
