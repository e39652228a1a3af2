// Narrows the list of users: by a text, the role, the login, the second factor.
import { Select, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { providersQuery } from '../../api/providers.ts';
import { rolesQuery } from '../../api/roles.ts';
import type { UserFilters } from '../../api/users.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useSignInTexts } from '../../messages/useSignInTexts.ts';
import { roleChoices } from './InviteDialog.tsx';
import classes from './UserFilterBar.module.css';

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
    <div className={classes.filters}>
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<SearchIcon />}
        className={classes.search ?? ''}
        value={filters.search}
        onChange={(event) => {
          onChange({ search: event.currentTarget.value });
        }}
      />
      <Select
        aria-label={t('role')}
        placeholder={t('allRoles')}
        clearable
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
        data={factors}
        value={filters.factor}
        onChange={(factor) => {
          onChange({ factor });
        }}
      />
    </div>
  );
};
