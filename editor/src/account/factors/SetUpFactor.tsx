// Sets up an app or a passkey, and shows the recovery codes of the first factor.
import { Center, Skeleton, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FactorName, SetUp, SetUpResult } from '../../api/factors.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { useTextValue } from '../../ui/useTextValue.ts';
import { AccountForm } from '../AccountForm.tsx';
import { CodeField } from './CodeField.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useFactorError } from './useFactorError.ts';

interface PartProps {
  readonly setUp: SetUp;
  readonly onDone: (result: SetUpResult) => void;
}

const TotpPart = ({ setUp, onDone }: PartProps) => {
  const t = useFactorTexts();
  const common = useTranslations('common');
  const explain = useFactorError();
  const code = useTextValue();
  const begun = useQuery({ queryKey: ['totp-set-up'], queryFn: setUp.beginTotp, staleTime: Infinity, gcTime: 0 });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => setUp.endTotp(begun.data?.challenge ?? '', code.value),
    onSuccess: onDone,
    onError: () => {
      code.setValue('');
    },
  });
  if (begun.error !== null)
    return (
      <AccountForm
        error={explain(begun.error)}
        pending={begun.isFetching}
        submitLabel={common('retry')}
        onSubmit={() => void begun.refetch()}
      />
    );
  return (
    <AccountForm
      error={explain(error)}
      pending={isPending || begun.isPending}
      submitLabel={t('confirm')}
      onSubmit={mutate}
    >
      <Text>{t('scan')}</Text>
      {begun.data === undefined ? (
        <Skeleton height={274} />
      ) : (
        <>
          <Center>
            <QrCode text={begun.data.uri} label={t('qrCode')} />
          </Center>
          <CopyField label={t('secret')} value={begun.data.secret} />
        </>
      )}
      <CodeField input={code.inputProps} />
    </AccountForm>
  );
};

const PasskeyPart = ({ setUp, onDone }: PartProps) => {
  const t = useFactorTexts();
  const explain = useFactorError();
  const name = useTextValue();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => setUp.addPasskey(name.value),
    onSuccess: onDone,
  });
  return (
    <AccountForm error={explain(error)} pending={isPending} submitLabel={t('addPasskey')} onSubmit={mutate}>
      <Text>{t('passkeyText')}</Text>
      <TextInput
        label={t('passkeyName')}
        description={t('passkeyNameText')}
        maxLength={60}
        required
        withAsterisk={false}
        data-autofocus
        autoFocus
        {...name.inputProps}
      />
    </AccountForm>
  );
};

interface Props {
  readonly factor: FactorName;
  readonly setUp: SetUp;
  /** Called when the user has kept the recovery codes, if there are some. */
  readonly onDone: (result: SetUpResult) => void;
}

export const SetUpFactor = ({ factor, setUp, onDone }: Props) => {
  const [result, setResult] = useState<SetUpResult>();
  if (result?.recoveryCodes !== undefined)
    return (
      <RecoveryCodes
        codes={result.recoveryCodes}
        onKept={() => {
          onDone(result);
        }}
      />
    );
  const Part = factor === 'totp' ? TotpPart : PasskeyPart;
  return (
    <Part
      setUp={setUp}
      onDone={(done) => {
        if (done.recoveryCodes === undefined) onDone(done);
        else setResult(done);
      }}
    />
  );
};
