// Creates a user, who is mailed a one-time link to set a password if the site can, and shows the link.
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { rolesQuery } from '../../api/roles.ts';
import { inviteUser, usersKey, type PasswordLink } from '../../api/users.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { textProps } from '../../ui/inputProps.ts';
import { useAction } from '../../ui/useAction.ts';
import { useServerText } from '../../ui/useServerText.ts';

/** The public role is for callers that are not logged in. */
export const useRoleChoices = (): { value: string; label: string }[] => {
  const serverText = useServerText();
  const { data: roles = [] } = useQuery(rolesQuery);
  return roles
    .filter(({ type }) => type !== 'public')
    .map(({ id, name }) => ({ value: String(id), label: serverText(name) }));
};

/** The one-time link with which a user sets a password. */
export const PasswordLinkText = ({ link }: { readonly link: PasswordLink }) => {
  const t = useTranslations('admin.users');
  const format = useFormatter();
  const until = format.dateTime(new Date(link.expiresAt), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <Stack>
      <Text>{t(link.mailed === true ? 'linkMailed' : 'linkText', { until })}</Text>
      <CopyField label={t('linkLabel')} value={link.url} />
    </Stack>
  );
};

export const InviteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslations('admin.users');
  const common = useTranslations('common');
  const roles = useRoleChoices();
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string | null>(null);
  const { mutate, isPending } = useAction({
    run: () => inviteUser({ username, email, role: Number(role) }),
    changes: usersKey,
    onSuccess: (link) => {
      onClose();
      modals.open({ title: t('invite'), children: <PasswordLinkText link={link} /> });
    },
  });
  const submit = () => {
    if (role !== null) mutate();
  };
  return (
    <FormDialog title={t('invite')} submitLabel={t('invite')} isPending={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput label={common('name')} required minLength={3} data-autofocus {...textProps(username, setUsername)} />
      <TextInput label={t('email')} type="email" required {...textProps(email, setEmail)} />
      <Select label={t('role')} required data={roles} value={role} onChange={setRole} />
    </FormDialog>
  );
};
