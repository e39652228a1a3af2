// Creates a token, and shows its key once.
import { Alert, Select, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { CopyField } from '../ui/CopyField.tsx';
import { call, resourceKey } from '../api/call.ts';
import { FormButtons } from '../ui/FormButtons.tsx';
import { OneTimeDialog } from '../ui/OneTimeDialog.tsx';
import { SubmitForm } from '../ui/SubmitForm.tsx';
import { useAction } from '../ui/useAction.ts';
import { isTokenComplete, TokenFields, toTokenValues, type TokenDraft } from './TokenFields.tsx';

export const TokenKeyText = ({ accessKey }: { readonly accessKey: string }) => {
  const t = useTranslations('admin.tokens');
  return (
    <Stack>
      <Alert color="yellow">{t('keyText')}</Alert>
      <CopyField label={t('key')} value={accessKey} />
    </Stack>
  );
};

const dayMs = 86_400_000;

/** Days; `0`: the token does not expire. */
const lifespans = ['7', '30', '90', '365', '0'] as const;

const newToken: TokenDraft = { name: '', description: '', type: 'published-only', permissions: [] };

const TokenForm = ({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (key: string) => void;
}) => {
  const t = useTranslations('admin.tokens');
  const [values, setValues] = useState<TokenDraft>(newToken);
  const [days, setDays] = useState<string>('90');
  const lifespan = days === '0' ? null : Number(days) * dayMs;
  const create = useAction({
    run: () => call('POST /admin/api-tokens', { body: { ...toTokenValues(values), lifespan } }),
    changes: resourceKey('POST /admin/api-tokens'),
    onSuccess: ({ data: { accessKey } }) => {
      onCreated(accessKey);
    },
  });
  return (
    <SubmitForm onSubmit={create.mutate}>
      <TokenFields values={values} onChange={setValues} />
      <Select
        label={t('expires')}
        allowDeselect={false}
        data={lifespans.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        value={days}
        onChange={(value) => {
          setDays(value ?? '90');
        }}
      />
      <FormButtons
        submitLabel={t('add')}
        isPending={create.isPending}
        disabled={!isTokenComplete(values)}
        onCancel={onCancel}
      />
    </SubmitForm>
  );
};

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const TokenDialog = (props: Props) => {
  const t = useTranslations('admin.tokens');
  return (
    <OneTimeDialog<string>
      {...props}
      title={t('add')}
      renderForm={(onCreated, onCancel) => <TokenForm onCancel={onCancel} onCreated={onCreated} />}
      renderResult={(accessKey) => <TokenKeyText accessKey={accessKey} />}
    />
  );
};
