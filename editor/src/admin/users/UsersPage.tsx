// The users: search, invite, give a role, block, delete.
import { Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { allUsers, usersQuery } from '../../api/users.ts';
import { useMay } from '../../api/editor.ts';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pages } from '../../ui/Pages.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { UserFilterBar } from './UserFilterBar.tsx';
import { UsersTable } from './UsersTable.tsx';

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
