// The passkeys of the user, to rename and to remove.
import { Button, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useFormatter } from 'use-intl';
import { factorsKey, renamePasskey, type Passkey } from '../../api/factors.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import borderedList from '../../ui/borderedList.module.css';
import { dateFormats } from '../../ui/dateFormats.ts';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useAction } from '../../ui/useAction.ts';
import { AccountRow } from '../AccountRow.tsx';
import classes from './PasskeyList.module.css';
import { RemoveFactorButton } from './RemoveFactorButton.tsx';

const closeDialog = () => {
  modals.closeAll();
};

const RenameForm = ({ passkey }: { readonly passkey: Passkey }) => {
  const t = useFactorTexts();
  const [name, setName] = useState(passkey.name);
  const { mutate, isPending } = useAction({
    run: () => renamePasskey(passkey.id, name),
    changes: factorsKey,
    onSuccess: closeDialog,
  });
  return (
    <SubmitForm onSubmit={mutate}>
      <TextInput
        label={t('passkeyName')}
        required
        withAsterisk={false}
        maxLength={60}
        data-autofocus
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
      />
      <FormButtons submitLabel={t('rename')} isPending={isPending} onCancel={closeDialog} />
    </SubmitForm>
  );
};

const PasskeyRow = ({ passkey }: { readonly passkey: Passkey }) => {
  const t = useFactorTexts();
  const format = useFormatter();
  const { id, name, createdAt, usedAt } = passkey;
  const time = format.dateTime(new Date(usedAt ?? createdAt), dateFormats.datetime);
  return (
    <li className={classes.row}>
      <AccountRow title={name} text={t(usedAt === null ? 'passkeyAdded' : 'passkeyUsed', { time })}>
        <Button
          variant="default"
          aria-label={t('renameNamed', { name })}
          onClick={() => {
            modals.open({ title: t('renameNamed', { name }), children: <RenameForm passkey={passkey} /> });
          }}
        >
          {t('rename')}
        </Button>
        <RemoveFactorButton factor={id} name={name} />
      </AccountRow>
    </li>
  );
};

export const PasskeyList = ({ passkeys }: { readonly passkeys: readonly Passkey[] }) => (
  <ul className={borderedList.list}>
    {passkeys.map((passkey) => (
      <PasskeyRow key={passkey.id} passkey={passkey} />
    ))}
  </ul>
);
