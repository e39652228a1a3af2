// Creates a role with the permissions of another one.
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { rolesKey, saveRole, type RoleWithPermissions } from '../../api/roles.ts';
import { useMay } from '../../permissions/useMay.ts';
import { useAction } from '../../ui/useAction.ts';

interface Props {
  readonly role: RoleWithPermissions;
  readonly onDuplicated: () => void;
}

export const DuplicateRoleButton = ({ role, onDuplicated }: Props) => {
  const t = useTranslations('admin.roles');
  const may = useMay();
  const name = t('copyOf', { name: role.name });
  const duplicate = useAction({
    run: () => saveRole('new', { name, description: role.description, permissions: role.permissions }),
    changes: rolesKey,
    message: t('duplicated', { name }),
    onSuccess: onDuplicated,
  });
  if (!may('createRole', 'plugin::users-permissions.role')) return null;
  return (
    <Button
      variant="default"
      loading={duplicate.isPending}
      onClick={() => {
        duplicate.mutate(undefined);
      }}
    >
      {t('duplicate')}
    </Button>
  );
};
