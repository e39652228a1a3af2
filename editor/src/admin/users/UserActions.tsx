// The menu of one user: a new password link, block, reset the second factor, delete.
import { ActionIcon, Menu } from '@mantine/core';
import {
  BlockedIcon,
  KebabHorizontalIcon,
  LinkIcon,
  ShieldSlashIcon,
  TrashIcon,
  type Icon,
} from '@primer/octicons-react';
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

interface UserProps {
  readonly user: User;
}

const LinkItem = ({ user }: UserProps) => {
  const t = useTranslations('admin.users');
  const { mutate } = useAction({
    run: () => createPasswordLink(user.id),
    changes: usersKey,
    onSuccess: (link) => {
      modals.open({ title: t('linkTitle', { name: user.username }), children: <PasswordLinkText link={link} /> });
    },
  });
  return (
    <Menu.Item
      leftSection={<LinkIcon />}
      onClick={() => {
        mutate();
      }}
    >
      {t('link')}
    </Menu.Item>
  );
};

interface ConfirmedItemProps {
  readonly Icon: Icon;
  readonly color?: string;
  readonly title: string;
  readonly text: string;
  /** The name of the action. */
  readonly label: string;
  readonly onConfirm: () => void;
}

const ConfirmedItem = ({ Icon, title, text, label, onConfirm, ...item }: ConfirmedItemProps) => {
  const confirm = useConfirm();
  return (
    <Menu.Item
      {...item}
      leftSection={<Icon />}
      onClick={() => {
        confirm({ title, text, confirm: label, onConfirm });
      }}
    >
      {label}
    </Menu.Item>
  );
};

const BlockItem = ({ user: { id, blocked, username: name } }: UserProps) => {
  const t = useTranslations('admin.users');
  const { mutate } = useAction({
    run: () => updateUser(id, { blocked: !blocked }),
    changes: usersKey,
    message: t(blocked ? 'unblockedMessage' : 'blockedMessage', { name }),
  });
  const change = () => {
    mutate();
  };
  return blocked ? (
    <Menu.Item leftSection={<BlockedIcon />} onClick={change}>
      {t('unblock')}
    </Menu.Item>
  ) : (
    <ConfirmedItem
      Icon={BlockedIcon}
      title={t('blockTitle', { name })}
      text={t('blockText')}
      label={t('block')}
      onConfirm={change}
    />
  );
};

const ResetItem = ({ user: { documentId, username: name } }: UserProps) => {
  const t = useFactorTexts();
  const { mutate } = useAction({
    run: () => resetFactors(documentId),
    changes: factorsKey,
    onSuccess: (mailed) => {
      const isSilent = mailed === false;
      notifications.show({
        message: t(isSilent ? 'resetNotMailed' : 'resetDone', { name }),
        color: isSilent ? 'yellow' : 'green',
      });
    },
  });
  return (
    <ConfirmedItem
      Icon={ShieldSlashIcon}
      title={t('resetTitle', { name })}
      text={t('resetText')}
      label={t('reset')}
      onConfirm={mutate}
    />
  );
};

const DeleteItem = ({ user: { id, username: name } }: UserProps) => {
  const t = useTranslations('admin.users');
  const common = useTranslations('common');
  const { mutate } = useAction({ run: () => deleteUser(id), changes: usersKey });
  return (
    <ConfirmedItem
      Icon={TrashIcon}
      color="var(--mantine-color-error)"
      title={t('deleteTitle', { name })}
      text={t('deleteText')}
      label={common('delete')}
      onConfirm={mutate}
    />
  );
};

interface Props extends UserProps {
  readonly hasFactor: boolean;
}

export const UserActions = ({ user, hasFactor }: Props) => {
  const t = useTranslations('admin.users');
  const may = useMay();
  const mayUpdate = may('update', uid);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { name: user.username })}>
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('createPasswordLink', uid) ? <LinkItem user={user} /> : null}
        {mayUpdate ? <BlockItem user={user} /> : null}
        {mayUpdate && hasFactor ? <ResetItem user={user} /> : null}
        {may('destroy', uid) ? <DeleteItem user={user} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
};
