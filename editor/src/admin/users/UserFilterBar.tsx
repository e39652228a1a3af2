// Narrows the list of users: by a text, the role, the login, the second factor.
import { Select, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { providersQuery } from '../../api/providers.ts';
import type { UserFilters } from '../../api/users.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useSignInTexts } from '../../messages/useSignInTexts.ts';
import { useRoleChoices } from './InviteDialog.tsx';
import classes from './UserFilterBar.module.css';

interface Props {
  readonly filters: UserFilters;
  readonly onChange: (changed: Partial<UserFilters>) => void;
}

export const UserFilterBar = ({ filters, onChange }: Props) => {
  const t = useTranslations('admin.users');
  const factorText = useFactorTexts();
  const signInText = useSignInTexts();
  const roles = useRoleChoices();
  const { data: providers = [] } = useQuery(providersQuery);
  const factors = (['none', 'totp', 'passkey'] as const).map((value) => ({
    value,
    label: factorText(`factorNames.${value}`),
  }));
  const logins = [
    { value: 'local', label: signInText('password') },
    ...providers.map(({ name, label }) => ({ value: name, label })),
  ];
  const login = { key: 'provider', label: signInText('login'), all: signInText('allLogins'), data: logins } as const;
  const choices = [
    { key: 'role', label: t('role'), all: t('allRoles'), data: roles } as const,
    ...(providers.length === 0 ? [] : [login]),
    { key: 'factor', label: factorText('column'), all: factorText('allFactors'), data: factors } as const,
  ];
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
      {choices.map(({ key, label, all, data }) => (
        <Select
          key={key}
          aria-label={label}
          placeholder={all}
          clearable
          data={data}
          value={filters[key]}
          onChange={(value) => {
            onChange({ [key]: value });
          }}
        />
      ))}
    </div>
  );
};
