// Changes the name, the description and the permissions of a token. Its key stays.
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call, resourceKey, type Data } from '../api/call.ts';
import { FormButtons } from '../ui/FormButtons.tsx';
import { SubmitForm } from '../ui/SubmitForm.tsx';
import { useAction } from '../ui/useAction.ts';
import { isTokenComplete, TokenFields, toTokenValues, type TokenDraft } from './TokenFields.tsx';

interface Props {
  readonly token: Data<'GET /admin/api-tokens/{id}'>;
  readonly onClose: () => void;
}

export const EditTokenDialog = ({ token, onClose }: Props) => {
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  const { id, name, description, type, permissions } = token;
  const [values, setValues] = useState<TokenDraft>({ name, description, type, permissions });
  const save = useAction({
    run: () => call('PUT /admin/api-tokens/{id}', { id, body: toTokenValues(values) }),
    changes: resourceKey('PUT /admin/api-tokens/{id}'),
    message: common('saved'),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('editTitle', { name })}>
      <SubmitForm onSubmit={save.mutate}>
        <TokenFields values={values} onChange={setValues} />
        <FormButtons
          submitLabel={common('save')}
          isPending={save.isPending}
          disabled={!isTokenComplete(values)}
          onCancel={onClose}
        />
      </SubmitForm>
    </Modal>
  );
};
