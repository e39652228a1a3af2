// The table of users, with what can be done with each.
import { Badge, Group, Select, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { BlockedIcon, LinkIcon, PeopleIcon, ShieldSlashIcon, TrashIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useEditor, useMay } from '../../api/editor.ts';
import { factorsKey, factorsOfUsersQuery, resetFactors, type FactorName } from '../../api/factors.ts';
import { providersQuery } from '../../api/providers.ts';
import { rolesQuery } from '../../api/roles.ts';
import { createPasswordLink, deleteUser, updateUser, usersKey, type User } from '../../api/users.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useSignInTexts } from '../../messages/useSignInTexts.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Loadable } from '../../ui/Loaded.tsx';
import { ResourceTable } from '../../ui/ResourceTable.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useServerText } from '../../ui/useServerText.ts';
import { PasswordLinkText } from './InviteDialog.tsx';
import { Hint } from '../../ui/Hint.tsx';

const uid = 'plugin::users-permissions.user';

interface ActionsProps {
  readonly user: User;
  readonly hasFactor: boolean;
}

/** A menu: a new password link, block, reset the second factor, delete. */
const UserActions = ({ user: { id, documentId, blocked, username: name }, hasFactor }: ActionsProps) => {
  const t = useTranslations('admin.users');
  const common = useTranslations('common');
  const factorText = useFactorTexts();
  const may = useMay();
  const mayUpdate = may('update', uid);
  const link = useAction({
    run: () => createPasswordLink(id),
    changes: usersKey,
    onSuccess: (made) => {
      modals.open({ title: t('linkTitle', { name }), children: <PasswordLinkText link={made} /> });
    },
  });
  const block = useAction({
    run: () => updateUser(id, { blocked: !blocked }),
    changes: usersKey,
    message: t(blocked ? 'unblockedMessage' : 'blockedMessage', { name }),
  });
  const reset = useAction({
    run: () => resetFactors(documentId),
    changes: factorsKey,
    onSuccess: (mailed) => {
      const isSilent = mailed === false;
      notifications.show({
        message: factorText(isSilent ? 'resetNotMailed' : 'resetDone', { name }),
        color: isSilent ? 'yellow' : 'green',
      });
    },
  });
  const remove = useAction({ run: () => deleteUser(id), changes: usersKey });
  return (
    <ActionMenu
      label={t('actionsOf', { name })}
      actions={[
        may('createPasswordLink', uid) && { Icon: LinkIcon, label: t('link'), run: link.mutate },
        mayUpdate && {
          ...{ Icon: BlockedIcon, label: t(blocked ? 'unblock' : 'block'), run: block.mutate },
          ...(blocked ? {} : { question: { title: t('blockTitle', { name }), text: t('blockText') } }),
        },
        mayUpdate &&
          hasFactor && {
            ...{ Icon: ShieldSlashIcon, label: factorText('reset'), run: reset.mutate },
            question: { title: factorText('resetTitle', { name }), text: factorText('resetText') },
          },
        may('destroy', uid) && {
          ...{ Icon: TrashIcon, label: common('delete'), isRed: true, run: remove.mutate },
          question: { title: t('deleteTitle', { name }), text: t('deleteText') },
        },
      ]}
    />
  );
};

const RoleSelect = ({ user }: { readonly user: User }) => {
  const t = useTranslations('admin.users');
  const serverText = useServerText();
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
      data={roles.map(({ id, name }) => ({ value: String(id), label: serverText(name) }))}
      value={user.role?.id.toString() ?? null}
      onChange={(role) => {
        if (role !== null) mutate(Number(role));
      }}
    />
  );
};

const UserName = ({ user, isSelf }: { readonly user: User; readonly isSelf: boolean }) => {
  const t = useTranslations('admin.users');
  const unconfirmed = user.role?.type === 'authenticated' ? 'unconfirmed' : 'invited';
  const marks = [
    ...(isSelf ? [['you', 'indigo'] as const] : []),
    ...(user.confirmed ? [] : [[unconfirmed, 'gray'] as const]),
    ...(user.blocked ? [['blocked', 'red'] as const] : []),
  ];
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Text fw={500}>{user.username}</Text>
        {marks.map(([key, color]) => (
          <Badge key={key} variant="light" color={color} flex="none">
            {t(key)}
          </Badge>
        ))}
      </Group>
      {user.email === user.username ? null : <Hint>{user.email}</Hint>}
    </>
  );
};

/** By documentId; undefined where the site has turned factors off. */
const useFactorsOf = (users: readonly User[]): ReadonlyMap<string, readonly FactorName[]> | undefined => {
  const { data } = useQuery(factorsOfUsersQuery(users.map(({ documentId }) => documentId)));
  return data && new Map(data.map(({ user, factors }) => [user, factors]));
};

/** What logs a user in; undefined where only passwords do. */
const useLoginOf = (): ((user: User) => string) | undefined => {
  const t = useSignInTexts();
  const { data: providers = [] } = useQuery(providersQuery);
  if (providers.length === 0) return undefined;
  return ({ provider }) =>
    provider === 'local' ? t('password') : (providers.find(({ name }) => name === provider)?.label ?? provider);
};

export const UsersTable = ({ query }: { readonly query: Loadable<readonly User[]> }) => {
  const t = useTranslations('admin.users');
  const common = useTranslations('common');
  const { user: self } = useEditor();
  const may = useMay();
  const factorText = useFactorTexts();
  const signInText = useSignInTexts();
  const serverText = useServerText();
  const loginOf = useLoginOf();
  const factors = useFactorsOf(query.data ?? []);
  const namesOf = ({ documentId }: User): string | undefined =>
    factors &&
    (factors.get(documentId) ?? (['none'] as const)).map((name) => factorText(`factorNames.${name}`)).join(', ');
  const isSelf = ({ documentId }: User): boolean => self.documentId === documentId;
  const mayUpdate = (user: User): boolean => may('update', uid) && !isSelf(user);
  return (
    <ResourceTable
      label={t('title')}
      query={query}
      rowKey={({ documentId }) => documentId}
      empty={<EmptyState Icon={PeopleIcon} title={t('none')} />}
      columns={[
        { heading: common('name'), cell: (user) => <UserName user={user} isSelf={isSelf(user)} /> },
        {
          heading: t('role'),
          cell: (user) => (mayUpdate(user) ? <RoleSelect user={user} /> : serverText(user.role?.name ?? '')),
        },
        ...(loginOf === undefined ? [] : [{ heading: signInText('login'), cell: loginOf }]),
        { heading: factorText('column'), cell: namesOf },
        { heading: t('createdAt'), cell: ({ createdAt }) => createdAt && <DateTime value={createdAt} /> },
        {
          heading: common('actions'),
          align: 'end',
          cell: (user) =>
            isSelf(user) ? null : <UserActions user={user} hasFactor={factors?.has(user.documentId) === true} />,
        },
      ]}
    />
  );
};
