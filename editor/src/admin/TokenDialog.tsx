// Creates a token, and shows its key once; or changes the name, the description and the permissions of one.
import { Alert, MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { tokenTypes, type TokenType } from '../../../lib/platform/tokenTypes.ts';
import { call, resourceKey, type Data } from '../api/call.ts';
import { roleQuery } from '../api/roles.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { textProps } from '../ui/inputProps.ts';
import { useAction } from '../ui/useAction.ts';
import { rowsOf } from './roles/permissionTree.ts';

/** The values of the fields: they keep the permissions while another type is chosen. */
interface TokenDraft {
  readonly name: string;
  readonly description: string;
  readonly type: TokenType;
  readonly permissions: readonly string[];
}

const tokensKey = resourceKey('GET /admin/api-tokens');

/** Only a custom token has permissions of its own. */
const toTokenValues = ({ permissions, ...values }: TokenDraft) =>
  values.type === 'custom' ? { ...values, permissions } : values;

const isComplete = ({ type, permissions }: TokenDraft): boolean => type !== 'custom' || permissions.length > 0;

interface FieldsProps {
  readonly values: TokenDraft;
  readonly onChange: (values: TokenDraft) => void;
}

/** Chooses the permissions of a custom token, from all that exist. */
const PermissionSelect = ({ values, onChange }: FieldsProps) => {
  const t = useTranslations('admin.tokens');
  const { data } = useQuery(roleQuery('new'));
  const permissions = rowsOf(data?.permissions ?? {}).flatMap(({ uid, actions }) =>
    Object.keys(actions).map((action) => `${uid}.${action}`),
  );
  return (
    <MultiSelect
      label={t('permissions')}
      required
      searchable
      limit={50}
      // A permission of the token is there before the others are read.
      data={[...new Set([...permissions, ...values.permissions])]}
      value={[...values.permissions]}
      onChange={(next) => onChange({ ...values, permissions: next })}
    />
  );
};

const TokenFields = ({ values, onChange }: FieldsProps) => {
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  const inputOf = (name: 'name' | 'description') =>
    textProps(values[name], (value) => onChange({ ...values, [name]: value }));
  return (
    <>
      <TextInput label={common('name')} required data-autofocus {...inputOf('name')} />
      <TextInput label={common('description')} {...inputOf('description')} />
      <Radio.Group<TokenType> label={t('type')} value={values.type} onChange={(type) => onChange({ ...values, type })}>
        <Stack gap="xs" mt="xs">
          {tokenTypes.map((one) => (
            <Radio key={one} value={one} label={t(`types.${one}`)} description={t(`typeHints.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {values.type === 'custom' ? <PermissionSelect values={values} onChange={onChange} /> : null}
    </>
  );
};

interface EditProps {
  readonly token: Data<'GET /admin/api-tokens/{id}'>;
  readonly onClose: () => void;
}

/** The key of the token stays. */
export const EditTokenDialog = ({ token, onClose }: EditProps) => {
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  const { id, name, description, type, permissions } = token;
  const [values, setValues] = useState<TokenDraft>({ name, description, type, permissions });
  const { mutate, isPending } = useAction({
    run: () => call('PUT /admin/api-tokens/{id}', { id, body: toTokenValues(values) }),
    changes: tokensKey,
    message: common('saved'),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t('editTitle', { name })}
      submitLabel={common('save')}
      isPending={isPending}
      disabled={!isComplete(values)}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TokenFields values={values} onChange={setValues} />
    </FormDialog>
  );
};

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

export const TokenDialog = ({ onClose }: Pick<EditProps, 'onClose'>) => {
  const t = useTranslations('admin.tokens');
  const [values, setValues] = useState<TokenDraft>(newToken);
  const [days, setDays] = useState<string>('90');
  const lifespan = days === '0' ? null : Number(days) * dayMs;
  const { mutate, isPending } = useAction({
    run: () => call('POST /admin/api-tokens', { body: { ...toTokenValues(values), lifespan } }),
    changes: tokensKey,
    onSuccess: ({ data: { accessKey } }) => {
      onClose();
      modals.open({ title: t('add'), children: <TokenKeyText accessKey={accessKey} /> });
    },
  });
  return (
    <FormDialog
      title={t('add')}
      submitLabel={t('add')}
      isPending={isPending}
      disabled={!isComplete(values)}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TokenFields values={values} onChange={setValues} />
      <Select
        label={t('expires')}
        allowDeselect={false}
        data={lifespans.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        value={days}
        onChange={(value) => setDays(value ?? '90')}
      />
    </FormDialog>
  );
};
