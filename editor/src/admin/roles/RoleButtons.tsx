// The buttons that delete and duplicate a role.
import { useTranslations } from 'use-intl';
import { Button } from '@mantine/core';
import { deleteRole, rolesKey, type RoleWithPermissions, saveRole } from '../../api/roles.ts';
import { useMay } from '../../api/editor.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useAction } from '../../ui/useAction.ts';

/** These roles exist always. */
const builtInTypes = ['public', 'authenticated', 'editor', 'author', 'administrator'];

interface DeleteRoleButtonProps {
  readonly role: RoleWithPermissions;
  readonly onDeleted: () => void;
}

export const DeleteRoleButton = ({ role, onDeleted }: DeleteRoleButtonProps) => {
  const t = useTranslations('admin.roles');
  const common = useTranslations('common');
  const may = useMay();
  const remove = useAction({ run: () => deleteRole(role.id), changes: rolesKey, onSuccess: onDeleted });
  if (builtInTypes.includes(role.type) || !may('deleteRole', 'plugin::users-permissions.role')) return null;
  return (
    <ConfirmButton
      variant="light"
      color="red"
      label={common('delete')}
      title={t('deleteTitle', { name: role.name })}
      text={t('deleteText')}
      onConfirm={remove.mutate}
    />
  );
};

interface DuplicateRoleButtonProps {
  readonly role: RoleWithPermissions;
  readonly onDuplicated: () => void;
}

export const DuplicateRoleButton = ({ role, onDuplicated }: DuplicateRoleButtonProps) => {
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
        duplicate.mutate();
      }}
    >
      {t('duplicate')}
    </Button>
  );
};
