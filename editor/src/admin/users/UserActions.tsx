// The menu of one user: a new password link, block, reset the second factor, delete.
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { BlockedIcon, LinkIcon, ShieldSlashIcon, TrashIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import { factorsKey, resetFactors } from '../../api/factors.ts';
import { createPasswordLink, deleteUser, updateUser, usersKey, type User } from '../../api/users.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { useAction } from '../../ui/useAction.ts';
import { PasswordLinkText } from './InviteDialog.tsx';

const uid = 'plugin::users-permissions.user';

interface Props {
  readonly user: User;
  readonly hasFactor: boolean;
}

export const UserActions = ({ user: { id, documentId, blocked, username: name }, hasFactor }: Props) => {
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
