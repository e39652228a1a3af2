// Creates a user, who is mailed a one-time link to set a password if the site can, and shows the link.
import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { rolesQuery } from '../../api/roles.ts';
import { inviteUser, usersKey, type PasswordLink } from '../../api/users.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { OneTimeDialog } from '../../ui/OneTimeDialog.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useAction } from '../../ui/useAction.ts';
import { useServerText } from '../../ui/useServerText.ts';
import { useTextValue } from '../../ui/useTextValue.ts';
import { PasswordLinkText } from './PasswordLinkText.tsx';

/** The public role is for callers that are not logged in. */
export const useRoleChoices = (): { value: string; label: string }[] => {
  const serverText = useServerText();
  const { data: roles = [] } = useQuery(rolesQuery);
  return roles
    .filter(({ type }) => type !== 'public')
    .map(({ id, name }) => ({ value: String(id), label: serverText(name) }));
};

interface FormProps {
  readonly onCancel: () => void;
  readonly onInvited: (link: PasswordLink) => void;
}

const InviteForm = ({ onCancel, onInvited }: FormProps) => {
  const t = useTranslations('admin.users');
  const common = useTranslations('common');
  const roles = useRoleChoices();
  const username = useTextValue();
  const email = useTextValue();
  const [role, setRole] = useState<string | null>(null);
  const { mutate, isPending } = useAction({ run: inviteUser, changes: usersKey, onSuccess: onInvited });
  const submit = () => {
    if (role !== null) mutate({ username: username.value, email: email.value, role: Number(role) });
  };
  return (
    <SubmitForm onSubmit={submit}>
      <TextInput label={common('name')} required minLength={3} data-autofocus {...username.inputProps} />
      <TextInput label={t('email')} type="email" required {...email.inputProps} />
      <Select label={t('role')} required data={roles} value={role} onChange={setRole} />
      <FormButtons submitLabel={t('invite')} isPending={isPending} onCancel={onCancel} />
    </SubmitForm>
  );
};

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const InviteDialog = (props: Props) => {
  const t = useTranslations('admin.users');
  return (
    <OneTimeDialog<PasswordLink>
      {...props}
      title={t('invite')}
      renderForm={(onInvited, onCancel) => <InviteForm onCancel={onCancel} onInvited={onInvited} />}
      renderResult={(link) => <PasswordLinkText link={link} />}
    />
  );
};
