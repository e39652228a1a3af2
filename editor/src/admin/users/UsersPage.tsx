// The users: search, invite, give a role, block, delete.
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { PlusIcon, SearchIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { rolesQuery } from '../../api/roles.ts';
import { usersQuery } from '../../api/users.ts';
import { useMay } from '../../api/editor.ts';
import { Page } from '../../ui/Page.tsx';
import { Pages } from '../../ui/Pages.tsx';
import { InviteDialog, roleChoices } from './InviteDialog.tsx';
import { UsersTable } from './UsersTable.tsx';

export const UsersPage = () => {
  const t = useTranslations('admin.users');
  const may = useMay();
  const [inviting, setInviting] = useState(false);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const [debounced] = useDebouncedValue(search, 250);
  const { data, error, refetch } = useQuery({
    ...usersQuery(debounced, role, page),
    placeholderData: keepPreviousData,
  });
  const { data: roles = [] } = useQuery(rolesQuery);
  const invite = may('create', 'plugin::users-permissions.user') ? (
    <Button
      leftSection={<PlusIcon />}
      onClick={() => {
        setInviting(true);
      }}
    >
      {t('invite')}
    </Button>
  ) : null;
  return (
    <Page title={t('title')} description={t('description')} actions={invite}>
      <Stack>
        <Group>
          <TextInput
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<SearchIcon />}
            flex={1}
            miw={220}
            maw={360}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(1);
            }}
          />
          <Select
            aria-label={t('role')}
            placeholder={t('allRoles')}
            clearable
            data={roleChoices(roles)}
            value={role}
            onChange={(value) => {
              setRole(value);
              setPage(1);
            }}
          />
        </Group>
        <UsersTable query={{ data: data?.users, error, refetch }} />
        <Pages page={page} count={data?.pages ?? 0} onChange={setPage} />
      </Stack>
      <InviteDialog
        opened={inviting}
        onClose={() => {
          setInviting(false);
        }}
      />
    </Page>
  );
};
