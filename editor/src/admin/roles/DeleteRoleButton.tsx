// Deletes a role after a question. Nothing for a role that cannot be deleted.
import { useTranslations } from 'use-intl';
import { deleteRole, rolesKey, type RoleWithPermissions } from '../../api/roles.ts';
import { useMay } from '../../permissions/useMay.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useAction } from '../../ui/useAction.ts';

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
  const remove = useAction({ run: () => deleteRole(role.id), changes: rolesKey, onSuccess: onDeleted });
  if (builtInTypes.includes(role.type) || !may('deleteRole', 'plugin::users-permissions.role')) return null;
  return (
    <ConfirmButton
      variant="light"
      color="red"
      label={common('delete')}
      title={t('deleteTitle', { name: role.name })}
      text={t('deleteText')}
      onConfirm={() => {
        remove.mutate(undefined);
      }}
    />
  );
};
