// The users: search, invite, give a role, block, delete.
import { Group, Stack, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { PlusIcon, SearchIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { allUsers, usersQuery, type UserFilters } from '../../api/users.ts';
import { useMay } from '../../api/editor.ts';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pages } from '../../ui/Pages.tsx';
import { InviteDialog, useRoleChoices } from './InviteDialog.tsx';
import { UsersTable } from './UsersTable.tsx';
import { providersQuery } from '../../api/providers.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useSignInTexts } from '../../messages/useSignInTexts.ts';

interface Props {
  readonly filters: UserFilters;
  readonly onChange: (changed: Partial<UserFilters>) => void;
}

/** Narrows the list: by a text, the role, the login, the second factor. */
const UserFilterBar = ({ filters, onChange }: Props) => {
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
    <Group gap="sm">
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<SearchIcon />}
        flex="2 1 20rem"
        value={filters.search}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
      />
      {choices.map(({ key, label, all, data }) => (
        <Select
          key={key}
          flex="1 1 12rem"
          aria-label={label}
          placeholder={all}
          clearable
          data={data}
          value={filters[key]}
          onChange={(value) => onChange({ [key]: value })}
        />
      ))}
    </Group>
  );
};

export const UsersPage = () => {
  const t = useTranslations('admin.users');
  const may = useMay();
  const [filters, setFilters] = useState(allUsers);
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue(filters.search, 250);
  const { data, error, refetch } = useQuery({
    ...usersQuery({ ...filters, search }, page),
    placeholderData: keepPreviousData,
  });
  const invite = may('create', 'plugin::users-permissions.user') ? (
    <DialogButton leftSection={<PlusIcon />} dialog={(close) => <InviteDialog onClose={close} />}>
      {t('invite')}
    </DialogButton>
  ) : null;
  return (
    <Page title={t('title')} description={t('description')} actions={invite}>
      <Stack>
        <UserFilterBar
          filters={filters}
          onChange={(changed) => {
            setFilters({ ...filters, ...changed });
            setPage(1);
          }}
        />
        <UsersTable query={{ data: data?.users, error, refetch }} />
        <Pages page={page} count={data?.pages ?? 0} onChange={setPage} />
      </Stack>
    </Page>
  );
};
