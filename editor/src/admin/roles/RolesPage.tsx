// The roles and how many users have each.
import { Anchor, Button, Table, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { rolesQuery } from '../../api/roles.ts';
import { useMay } from '../../permissions/useMay.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Page } from '../../ui/Page.tsx';
import { TableBox } from '../../ui/TableBox.tsx';

export const RolesPage = () => {
  const t = useTranslations('admin.roles');
  const common = useTranslations('common');
  const may = useMay();
  const { data, error, refetch } = useQuery(rolesQuery);
  const add = may('createRole', 'plugin::users-permissions.role') ? (
    <Button component={Link} to="/admin/roles/new" leftSection={<PlusIcon />}>
      {t('add')}
    </Button>
  ) : null;
  return (
    <Page title={t('title')} description={t('description')} actions={add} width="sm">
      {error === null ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : (
        <TableBox label={t('title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{common('name')}</Table.Th>
              <Table.Th ta="end">{t('users')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ id, name, description, nb_users: users }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} to={`/admin/roles/${id}`} fw={500}>
                    {name}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {description}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">{users}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableBox>
      )}
    </Page>
  );
};
