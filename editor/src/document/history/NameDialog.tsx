// Gives a version a name, which keeps it, or takes it.
import { Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import { nameVersion, versionsQuery, type Version } from '../../api/versions.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { useAction } from '../../ui/useAction.ts';

interface Props {
  readonly address: DocumentAddress;
  readonly version: Version;
  readonly onClose: () => void;
}

export const NameDialog = ({ address, version: { number, name }, onClose }: Props) => {
  const t = useTranslations('document.history');
  const common = useTranslations('common');
  const [text, setText] = useState(name ?? '');
  const save = useAction({
    run: () => nameVersion(address, number, text.trim() === '' ? null : text.trim()),
    changes: versionsQuery(address).queryKey,
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('nameTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextInput
            data-autofocus
            label={common('name')}
            description={t('nameHint')}
            value={text}
            maxLength={100}
            dir="auto"
            onChange={({ currentTarget: { value } }) => {
              setText(value);
            }}
          />
          <FormButtons submitLabel={common('save')} isPending={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
