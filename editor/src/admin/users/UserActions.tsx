// The menu of one user: a new password link, block, delete.
import { ActionIcon, Menu } from '@mantine/core';
import { BlockedIcon, KebabHorizontalIcon, LinkIcon, ShieldSlashIcon, TrashIcon } from '@primer/octicons-react';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { createPasswordLink, deleteUser, updateUser, usersKey, type User } from '../../api/users.ts';
import { factorsKey, resetFactors } from '../../api/factors.ts';
import { useMay } from '../../api/editor.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { PasswordLinkText } from './PasswordLinkText.tsx';

const uid = 'plugin::users-permissions.user';

interface Props {
  readonly user: User;
  readonly hasFactor: boolean;
}

export const UserActions = ({ user, hasFactor }: Props) => {
  const factorText = useFactorTexts();
  const t = useTranslations('admin.users');
  const common = useTranslations('common');
  const may = useMay();
  const confirm = useConfirm();
  const block = useAction({
    run: (blocked: boolean) => updateUser(user.id, { blocked }),
    changes: usersKey,
    message: t(user.blocked ? 'unblockedMessage' : 'blockedMessage', { name: user.username }),
  });
  const remove = useAction({ run: () => deleteUser(user.id), changes: usersKey });
  const link = useAction({
    run: () => createPasswordLink(user.id),
    changes: usersKey,
    onSuccess: (created) => {
      modals.open({ title: t('linkTitle', { name: user.username }), children: <PasswordLinkText link={created} /> });
    },
  });
  const { username: name } = user;
  const reset = useAction({
    run: () => resetFactors(user.documentId),
    changes: factorsKey,
    onSuccess: (mailed) => {
      const isSilent = mailed === false;
      const message = factorText(isSilent ? 'resetNotMailed' : 'resetDone', { name });
      notifications.show({ message, color: isSilent ? 'yellow' : 'green' });
    },
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { name })}>
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('createPasswordLink', uid) ? (
          <Menu.Item
            leftSection={<LinkIcon />}
            onClick={() => {
              link.mutate(undefined);
            }}
          >
            {t('link')}
          </Menu.Item>
        ) : null}
        {may('update', uid) ? (
          <Menu.Item
            leftSection={<BlockedIcon />}
            onClick={() => {
              if (user.blocked) block.mutate(false);
              else
                confirm({
                  title: t('blockTitle', { name }),
                  text: t('blockText'),
                  confirm: t('block'),
                  onConfirm: () => {
                    block.mutate(true);
                  },
                });
            }}
          >
            {t(user.blocked ? 'unblock' : 'block')}
          </Menu.Item>
        ) : null}
        {hasFactor && may('update', uid) ? (
          <Menu.Item
            leftSection={<ShieldSlashIcon />}
            onClick={() => {
              confirm({
                title: factorText('resetTitle', { name }),
                text: factorText('resetText'),
                confirm: factorText('reset'),
                onConfirm: () => {
                  reset.mutate(undefined);
                },
              });
            }}
          >
            {factorText('reset')}
          </Menu.Item>
        ) : null}
        {may('destroy', uid) ? (
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon />}
            onClick={() => {
              confirm({
                title: t('deleteTitle', { name }),
                text: t('deleteText'),
                confirm: common('delete'),
                onConfirm: () => {
                  remove.mutate(undefined);
                },
              });
            }}
          >
            {common('delete')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
};
