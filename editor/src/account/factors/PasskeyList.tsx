// The passkeys of the user, to rename and to remove.
import { Box, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormatter } from 'use-intl';
import { factorsKey, removeFactor, renamePasskey, type Passkey } from '../../api/factors.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import borderedList from '../../ui/borderedList.module.css';
import { dateFormats } from '../../ui/dateFormats.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useAction } from '../../ui/useAction.ts';
import { TitledRow } from '../../ui/TitledRow.tsx';
import { textProps } from '../../ui/inputProps.ts';

interface RemoveProps {
  /** `totp`, or the id of a passkey. */
  readonly factor: string;
  /** As the user knows it. */
  readonly name: string;
}

/** Asks, and removes the app or a passkey of the user. */
export const RemoveFactorButton = ({ factor, name }: RemoveProps) => {
  const t = useFactorTexts();
  const action = useAction({
    run: () => removeFactor(factor),
    changes: factorsKey,
    message: t('removed', { name }),
  });
  return (
    <ConfirmButton
      variant="default"
      aria-label={t('removeNamed', { name })}
      label={t('remove')}
      title={t('removeTitle', { name })}
      text={t('removeText')}
      action={action}
    />
  );
};

interface PasskeyProps {
  readonly passkey: Passkey;
}

const RenameDialog = ({ passkey: { id, name: before }, onClose }: PasskeyProps & { readonly onClose: () => void }) => {
  const t = useFactorTexts();
  const [name, setName] = useState(before);
  const { mutate, isPending } = useAction({
    run: () => renamePasskey(id, name),
    changes: factorsKey,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t('renameNamed', { name: before })}
      submitLabel={t('rename')}
      isPending={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      <TextInput
        label={t('passkeyName')}
        required
        withAsterisk={false}
        maxLength={60}
        data-autofocus
        {...textProps(name, setName)}
      />
    </FormDialog>
  );
};

const PasskeyRow = ({ passkey }: PasskeyProps) => {
  const t = useFactorTexts();
  const format = useFormatter();
  const { id, name, createdAt, usedAt } = passkey;
  const time = format.dateTime(new Date(usedAt ?? createdAt), dateFormats.datetime);
  return (
    <Box component="li" px="sm" py="xs">
      <TitledRow title={name} text={t(usedAt === null ? 'passkeyAdded' : 'passkeyUsed', { time })}>
        <DialogButton
          variant="default"
          aria-label={t('renameNamed', { name })}
          dialog={(close) => <RenameDialog passkey={passkey} onClose={close} />}
        >
          {t('rename')}
        </DialogButton>
        <RemoveFactorButton factor={id} name={name} />
      </TitledRow>
    </Box>
  );
};

export const PasskeyList = ({ passkeys }: { readonly passkeys: readonly Passkey[] }) => (
  <ul className={borderedList.list}>
    {passkeys.map((passkey) => (
      <PasskeyRow key={passkey.id} passkey={passkey} />
    ))}
  </ul>
);
