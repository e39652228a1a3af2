// The form of one role.
import { Accordion, Button, Stack, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { deleteRole, rolesKey, saveRole, type RoleAction, type RoleWithPermissions } from '../../api/roles.ts';
import { useSchema } from '../../api/schema.ts';
import { useMay } from '../../permissions/useMay.ts';
import { Page } from '../../ui/Page.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { ConditionDialog } from './ConditionDialog.tsx';
import { PermissionMatrix, type Cell } from './PermissionMatrix.tsx';
import { rowsOf, withActions } from './permissionTree.ts';
import { OtherPermissions } from './OtherPermissions.tsx';

const contentActions = ['find', 'findOne', 'create', 'update', 'delete', 'publish'] as const;

type ContentAction = (typeof contentActions)[number];

/** The permissions on every content type, also on those that are added later. */
const allTypesUid = 'api::*.*';

/** These roles exist always. */
const builtInTypes = ['public', 'authenticated', 'editor', 'author', 'administrator'];

interface Props {
  /** `new` for a role that does not exist yet. */
  readonly id: string;
  readonly role: RoleWithPermissions;
}

export const RoleForm = ({ id, role }: Props) => {
  const t = useTranslations('admin.roles');
  const common = useTranslations('common');
  const may = useMay();
  const { types } = useSchema();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [name, setName] = useState(role.name);
  const [description, setDescription] = useState(role.description);
  const [permissions, setPermissions] = useState(role.permissions);
  const [cell, setCell] = useState<Cell>();
  const leave = () => void navigate({ to: '/admin/roles' });
  const save = useAction({
    run: () => saveRole(id, { name, description, permissions }),
    changes: rolesKey,
    message: common('saved'),
    onSuccess: leave,
  });
  const remove = useAction({ run: () => deleteRole(role.id), changes: rolesKey, onSuccess: leave });
  const readOnly = !may(id === 'new' ? 'createRole' : 'updateRole', 'plugin::users-permissions.role');

  const rows = rowsOf(permissions);
  const ofTypes = rows.filter(({ uid }) => uid.startsWith('api::'));
  const content = [
    ...ofTypes.filter(({ uid }) => uid === allTypesUid),
    ...ofTypes.filter(({ uid }) => uid !== allTypesUid),
  ];
  const others = rows.filter(({ uid }) => !uid.startsWith('api::'));
  const change = (uid: string, changes: Readonly<Record<string, RoleAction>>) => {
    setPermissions((current) => withActions(current, uid, changes));
  };
  const labelOf = (uid: string) => (uid === allTypesUid ? t('allTypes') : (types.get(uid)?.displayName ?? uid));
  const actionLabel = (action: string) => t(`actions.${action as ContentAction}`);
  const edited = cell === undefined ? undefined : content.find(({ uid }) => uid === cell.uid)?.actions[cell.action];

  const actions = (
    <>
      {id === 'new' ||
      builtInTypes.includes(role.type) ||
      !may('deleteRole', 'plugin::users-permissions.role') ? null : (
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
      )}
      {readOnly ? null : (
        <Button
          disabled={name.trim() === ''}
          loading={save.isPending}
          onClick={() => {
            save.mutate(undefined);
          }}
        >
          {common('save')}
        </Button>
      )}
    </>
  );

  return (
    <Page title={id === 'new' ? t('add') : role.name} actions={actions}>
      <Stack gap="lg">
        <TextInput
          label={common('name')}
          required
          maw={480}
          readOnly={readOnly}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <TextInput
          label={t('descriptionLabel')}
          maw={480}
          readOnly={readOnly}
          value={description}
          onChange={(event) => {
            setDescription(event.currentTarget.value);
          }}
        />
        <Title order={2} size="h4">
          {t('contentPermissions')}
        </Title>
        <PermissionMatrix
          label={t('contentPermissions')}
          rows={content}
          actions={contentActions}
          labelOf={labelOf}
          actionLabel={actionLabel}
          readOnly={readOnly}
          onChange={change}
          onEditCondition={setCell}
        />
        <Title order={2} size="h4">
          {t('otherPermissions')}
        </Title>
        <Accordion variant="separated" multiple>
          {others.map((row) => (
            <OtherPermissions key={row.uid} row={row} readOnly={readOnly} onChange={change} />
          ))}
        </Accordion>
      </Stack>
      {cell === undefined || edited === undefined ? null : (
        <ConditionDialog
          title={`${labelOf(cell.uid)}: ${actionLabel(cell.action)}`}
          action={edited}
          onClose={() => {
            setCell(undefined);
          }}
          onSave={(action) => {
            change(cell.uid, { [cell.action]: action });
            setCell(undefined);
          }}
        />
      )}
    </Page>
  );
};
