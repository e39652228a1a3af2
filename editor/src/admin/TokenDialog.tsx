// Creates a token, and shows its key once.
import { Alert, Stack, MultiSelect, Radio, Select, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { CopyField } from '../ui/CopyField.tsx';
import { roleQuery } from '../api/roles.ts';
import { createToken, tokensKey, tokenTypes, type TokenType } from '../api/tokens.ts';
import { FormButtons } from '../ui/FormButtons.tsx';
import { OneTimeDialog } from '../ui/OneTimeDialog.tsx';
import { useAction } from '../ui/useAction.ts';
import { rowsOf } from './roles/permissionTree.ts';

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

const isTokenType = (value: string): value is TokenType => tokenTypes.some((type) => type === value);

/** Chooses the permissions of a custom token, from all that exist. */
const PermissionSelect = ({
  value,
  onChange,
}: {
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
}) => {
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
      data={permissions}
      value={value}
      onChange={onChange}
    />
  );
};

const TokenForm = ({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (key: string) => void;
}) => {
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [type, setType] = useState<TokenType>('published-only');
  const [permissions, setPermissions] = useState<string[]>([]);
  const [days, setDays] = useState<string>('90');
  const lifespan = days === '0' ? null : Number(days) * dayMs;
  const create = useAction({
    run: () => createToken({ name, description, type, lifespan, ...(type === 'custom' ? { permissions } : {}) }),
    changes: tokensKey,
    onSuccess: onCreated,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={common('name')}
          required
          data-autofocus
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <TextInput
          label={t('descriptionLabel')}
          value={description}
          onChange={(event) => {
            setDescription(event.currentTarget.value);
          }}
        />
        <Radio.Group
          label={t('type')}
          value={type}
          onChange={(value) => {
            if (isTokenType(value)) setType(value);
          }}
        >
          <Stack gap="xs" mt="xs">
            {tokenTypes.map((one) => (
              <Radio key={one} value={one} label={t(`types.${one}`)} description={t(`typeHints.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {type === 'custom' ? <PermissionSelect value={permissions} onChange={setPermissions} /> : null}
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
          disabled={type === 'custom' && permissions.length === 0}
          onCancel={onCancel}
        />
      </Stack>
    </form>
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
