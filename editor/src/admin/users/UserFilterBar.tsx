// Narrows the list of users: by a text, the role, the login, the second factor.
import { Group, Select, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { providersQuery } from '../../api/providers.ts';
import { rolesQuery } from '../../api/roles.ts';
import type { UserFilters } from '../../api/users.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useSignInTexts } from '../../messages/useSignInTexts.ts';
import { roleChoices } from './InviteDialog.tsx';

interface Props {
  readonly filters: UserFilters;
  readonly onChange: (changed: Partial<UserFilters>) => void;
}

export const UserFilterBar = ({ filters, onChange }: Props) => {
  const t = useTranslations('admin.users');
  const factorText = useFactorTexts();
  const signInText = useSignInTexts();
  const { data: roles = [] } = useQuery(rolesQuery);
  const { data: providers = [] } = useQuery(providersQuery);
  const logins = providers.map(({ name, label }) => ({ value: name, label }));
  const factors = (['none', 'totp', 'passkey'] as const).map((value) => ({
    value,
    label: factorText(`factorNames.${value}`),
  }));
  return (
    <Group>
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<SearchIcon />}
        flex={1}
        miw={220}
        maw={360}
        value={filters.search}
        onChange={(event) => {
          onChange({ search: event.currentTarget.value });
        }}
      />
      <Select
        aria-label={t('role')}
        placeholder={t('allRoles')}
        clearable
        w={190}
        data={roleChoices(roles)}
        value={filters.role}
        onChange={(role) => {
          onChange({ role });
        }}
      />
      {logins.length === 0 ? null : (
        <Select
          aria-label={signInText('login')}
          placeholder={signInText('allLogins')}
          clearable
          w={190}
          data={[{ value: 'local', label: signInText('password') }, ...logins]}
          value={filters.provider}
          onChange={(provider) => {
            onChange({ provider });
          }}
        />
      )}
      <Select
        aria-label={factorText('column')}
        placeholder={factorText('allFactors')}
        clearable
        w={190}
        data={factors}
        value={filters.factor}
        onChange={(factor) => {
          onChange({ factor });
        }}
      />
    </Group>
  );
};
