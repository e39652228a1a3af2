// One role: its name, and what it may do.
import { Skeleton, Accordion, Stack, Switch, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useState } from 'react';
import {
  deleteRole,
  roleQuery,
  rolesKey,
  saveRole,
  type RoleAction,
  type RoleWithPermissions,
} from '../../api/roles.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Page } from '../../ui/Page.tsx';
import { useMay } from '../../api/editor.ts';
import { useAction } from '../../ui/useAction.ts';
import { useLeave } from '../../ui/useLeave.ts';
import { useServerText } from '../../ui/useServerText.ts';
import { useUnsavedGuard } from '../../ui/useScreenGuard.ts';
import { ContentPermissions } from './ContentPermissions.tsx';
import { opensEditor, rowsOf, withActions, withEditor, type PermissionRow } from './permissionTree.ts';
import { OtherPermissions } from './OtherPermissions.tsx';
import { textProps } from '../../ui/inputProps.ts';

/** These roles exist always. */
const builtInTypes = ['public', 'authenticated', 'editor', 'author', 'administrator'];

const uid = 'plugin::users-permissions.role';

interface Props {
  /** `new` for a role that does not exist yet. */
  readonly id: string;
  readonly role: RoleWithPermissions;
}

const RoleForm = ({ id, role }: Props) => {
  const t = useTranslations('admin.roles');
  const common = useTranslations('common');
  const serverText = useServerText();
  const may = useMay();
  const leave = useLeave();
  const [name, setName] = useState(role.name);
  const [description, setDescription] = useState(role.description);
  // Most roles that are made here are for people who work here.
  const [before] = useState(() => (id === 'new' ? withEditor(role.permissions, true) : role.permissions));
  const [permissions, setPermissions] = useState(before);
  useUnsavedGuard(name !== role.name || description !== role.description || permissions !== before);
  const toList = () => leave({ to: '/admin/roles' });
  const save = useAction({
    run: () => saveRole(id, { name, description, permissions }),
    changes: rolesKey,
    message: common('saved'),
    onSuccess: toList,
  });
  const remove = useAction({ run: () => deleteRole(role.id), changes: rolesKey, onSuccess: toList });
  const copy = { name: t('copyOf', { name: role.name }), description: role.description, permissions: role.permissions };
  const duplicate = useAction({
    run: () => saveRole('new', copy),
    changes: rolesKey,
    message: t('duplicated', copy),
    onSuccess: () => {
      // The duplicate does not have the changes of this form, so the user may want to stay.
      leave({ to: '/admin/roles', ignoreBlocker: false });
    },
  });
  const mayChange = may(id === 'new' ? 'createRole' : 'updateRole', uid);
  const mayDelete = may('deleteRole', uid) && !builtInTypes.includes(role.type);
  // What is typed while the role is saved would be lost.
  const readOnly = !mayChange || save.isPending;

  const isOpen = opensEditor(permissions);
  const rows = rowsOf(permissions);
  const isContent = ({ uid }: PermissionRow): boolean => uid.startsWith('api::');
  const change = (uid: string, changes: Readonly<Record<string, RoleAction>>) =>
    setPermissions((current) => withActions(current, uid, changes));
  const actions = (
    <>
      {id !== 'new' && mayDelete ? (
        <ConfirmButton
          label={common('delete')}
          title={t('deleteTitle', { name: role.name })}
          text={t('deleteText')}
          action={remove}
        />
      ) : null}
      {id !== 'new' && may('createRole', uid) ? (
        <ActionButton variant="default" action={duplicate}>
          {common('duplicate.confirm')}
        </ActionButton>
      ) : null}
      {mayChange ? (
        <ActionButton disabled={name.trim() === ''} action={save}>
          {common('save')}
        </ActionButton>
      ) : null}
    </>
  );
  return (
    <Page title={id === 'new' ? t('add') : serverText(role.name)} actions={actions}>
      <Stack gap="lg">
        <TextInput label={common('name')} required maw={480} readOnly={readOnly} {...textProps(name, setName)} />
        <TextInput
          label={common('description')}
          maw={480}
          readOnly={readOnly}
          {...textProps(description ?? '', setDescription)}
        />
        {role.type === 'public' ? null : (
          <Switch
            label={t('opensEditor')}
            description={t(isOpen ? 'opensEditorHint' : 'closedEditorHint')}
            disabled={readOnly}
            checked={isOpen}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              setPermissions((current) => withEditor(current, checked));
            }}
          />
        )}
        <Title order={2} size="h4">
          {t('contentPermissions')}
        </Title>
        <ContentPermissions rows={rows.filter(isContent)} readOnly={readOnly} onChange={change} />
        <Title order={2} size="h4">
          {t('otherPermissions')}
        </Title>
        <Accordion variant="separated" multiple>
          {rows
            .filter((row) => !isContent(row))
            .map((row) => (
              <OtherPermissions key={row.uid} row={row} readOnly={readOnly} onChange={change} />
            ))}
        </Accordion>
      </Stack>
    </Page>
  );
};

export const RolePage = () => {
  const t = useTranslations('admin.roles');
  const { id } = useParams({ from: '/inside/administration/admin/roles/$id' });
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...roleQuery(id),
    staleTime: Infinity,
    refetchOnMount: 'always',
  });
  // The form does not follow later answers, so it begins with the newest one.
  if (error === null && data !== undefined && isFetchedAfterMount)
    return <RoleForm key={data.id} id={id} role={data} />;
  return (
    <Page title={t('title')}>
      {error === null ? <Skeleton height={400} /> : <ErrorMessage error={error} onRetry={() => void refetch()} />}
    </Page>
  );
};
