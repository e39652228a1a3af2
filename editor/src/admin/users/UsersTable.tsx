// The table of users, with what can be done with each.
import { Badge, Group, Select, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useEditor } from '../../api/editor.ts';
import { rolesQuery } from '../../api/roles.ts';
import { updateUser, usersKey, type User } from '../../api/users.ts';
import { useMay } from '../../permissions/useMay.ts';
import { DateTime } from '../../ui/DateTime.tsx';
import { TableBox } from '../../ui/TableBox.tsx';
import { useAction } from '../../ui/useAction.ts';
import { UserActions } from './UserActions.tsx';

const RoleSelect = ({ user }: { readonly user: User }) => {
  const t = useTranslations('admin.users');
  const { data: roles = [] } = useQuery(rolesQuery);
  const { mutate } = useAction({
    run: (role: number) => updateUser(user.id, { role }),
    changes: usersKey,
    message: t('roleChanged', { name: user.username }),
  });
  return (
    <Select
      aria-label={t('roleOf', { name: user.username })}
      size="xs"
      w={180}
      allowDeselect={false}
      data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={user.role?.id.toString() ?? null}
      onChange={(role) => {
        if (role !== null) mutate(Number(role));
      }}
    />
  );
};

const UserRow = ({ user }: { readonly user: User }) => {
  const t = useTranslations('admin.users');
  const { user: self } = useEditor();
  const may = useMay();
  const isSelf = self.documentId === user.documentId;
  const mayUpdate = may('update', 'plugin::users-permissions.user') && !isSelf;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Text fw={500}>{user.username}</Text>
          {isSelf ? (
            <Badge variant="light" flex="none">
              {t('you')}
            </Badge>
          ) : null}
          {user.blocked ? (
            <Badge variant="light" color="red" flex="none">
              {t('blocked')}
            </Badge>
          ) : null}
        </Group>
        {user.email === user.username ? null : (
          <Text size="sm" c="dimmed">
            {user.email}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{mayUpdate ? <RoleSelect user={user} /> : user.role?.name}</Table.Td>
      <Table.Td>
        <DateTime value={user.createdAt} />
      </Table.Td>
      <Table.Td ta="end">{isSelf ? null : <UserActions user={user} />}</Table.Td>
    </Table.Tr>
  );
};

export const UsersTable = ({ users }: { readonly users: readonly User[] }) => {
  const t = useTranslations('admin.users');
  const common = useTranslations('common');
  return (
    <TableBox label={t('title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{common('name')}</Table.Th>
          <Table.Th>{t('role')}</Table.Th>
          <Table.Th>{t('createdAt')}</Table.Th>
          <Table.Th ta="end">{common('actions')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <UserRow key={user.documentId} user={user} />
        ))}
      </Table.Tbody>
    </TableBox>
  );
};
