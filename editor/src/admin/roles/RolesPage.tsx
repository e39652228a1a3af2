// The roles and how many users have each.
import { Button } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { rolesQuery } from '../../api/roles.ts';
import { useMay } from '../../api/editor.ts';
import { Page } from '../../ui/Page.tsx';
import { NameCell, ResourceTable } from '../../ui/ResourceTable.tsx';
import { useServerText } from '../../ui/useServerText.ts';

export const RolesPage = () => {
  const t = useTranslations('admin.roles');
  const common = useTranslations('common');
  const may = useMay();
  const serverText = useServerText();
  const roles = useQuery(rolesQuery);
  const add = may('createRole', 'plugin::users-permissions.role') ? (
    <Button component={Link} to="/admin/roles/new" leftSection={<PlusIcon />}>
      {t('add')}
    </Button>
  ) : null;
  return (
    <Page title={t('title')} description={t('description')} actions={add}>
      <ResourceTable
        label={t('title')}
        query={roles}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: common('name'),
            cell: ({ id, name, description }) => (
              <NameCell name={serverText(name)} text={serverText(description ?? '')} to={`/admin/roles/${id}`} />
            ),
          },
          { heading: t('users'), align: 'end', cell: ({ nb_users: users }) => users },
        ]}
      />
    </Page>
  );
};
