// Deletes a role after a question. Nothing for a role that cannot be deleted.
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { deleteRole, rolesKey, type RoleWithPermissions } from '../../api/roles.ts';
import { useMay } from '../../permissions/useMay.ts';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';

/** These roles exist always. */
const builtInTypes = ['public', 'authenticated', 'editor', 'author', 'administrator'];

interface Props {
  readonly role: RoleWithPermissions;
  readonly onDeleted: () => void;
}

export const DeleteRoleButton = ({ role, onDeleted }: Props) => {
  const t = useTranslations('admin.roles');
  const common = useTranslations('common');
  const may = useMay();
  const confirm = useConfirm();
  const remove = useAction({ run: () => deleteRole(role.id), changes: rolesKey, onSuccess: onDeleted });
  if (builtInTypes.includes(role.type) || !may('deleteRole', 'plugin::users-permissions.role')) return null;
  return (
    <Button
      variant="light"
      color="red"
      onClick={() => {
        confirm({
          title: t('deleteTitle', { name: role.name }),
          text: t('deleteText'),
          confirm: common('delete'),
          onConfirm: () => {
            remove.mutate(undefined);
          },
        });
      }}
    >
      {common('delete')}
    </Button>
  );
};
