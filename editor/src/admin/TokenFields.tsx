// The name, the description and the permissions of a token.
import { MultiSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { roleQuery } from '../api/roles.ts';
import { tokenTypes, type TokenType } from '../../../lib/platform/tokenTypes.ts';
import { rowsOf } from './roles/permissionTree.ts';

const isTokenType = (value: string): value is TokenType => tokenTypes.some((type) => type === value);

/** The values of the fields: they keep the permissions while another type is chosen. */
export interface TokenDraft {
  readonly name: string;
  readonly description: string;
  readonly type: TokenType;
  readonly permissions: readonly string[];
}

/** Only a custom token has permissions of its own. */
export const toTokenValues = ({ permissions, ...values }: TokenDraft) =>
  values.type === 'custom' ? { ...values, permissions } : values;

export const isTokenComplete = ({ type, permissions }: TokenDraft): boolean =>
  type !== 'custom' || permissions.length > 0;

interface Props {
  readonly values: TokenDraft;
  readonly onChange: (values: TokenDraft) => void;
}

/** Chooses the permissions of a custom token, from all that exist. */
const PermissionSelect = ({ values, onChange }: Props) => {
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
      onChange={(next) => {
        onChange({ ...values, permissions: next });
      }}
    />
  );
};

export const TokenFields = ({ values, onChange }: Props) => {
  const t = useTranslations('admin.tokens');
  const common = useTranslations('common');
  return (
    <>
      <TextInput
        label={common('name')}
        required
        data-autofocus
        value={values.name}
        onChange={(event) => {
          onChange({ ...values, name: event.currentTarget.value });
        }}
      />
      <TextInput
        label={t('descriptionLabel')}
        value={values.description}
        onChange={(event) => {
          onChange({ ...values, description: event.currentTarget.value });
        }}
      />
      <Radio.Group
        label={t('type')}
        value={values.type}
        onChange={(type) => {
          if (isTokenType(type)) onChange({ ...values, type });
        }}
      >
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
