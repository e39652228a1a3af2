// Sets up an app or a passkey, and shows the recovery codes of the first factor.
import { Center, Skeleton, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { useTranslations } from 'use-intl';
import type { FactorName, SetUp, SetUpResult } from '../../api/factors.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { AccountForm } from '../AccountFrame.tsx';
import { CodeField } from './FactorForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useCredential } from '../useCredential.ts';
import { useFactorError } from './useFactorError.ts';

interface QrProps {
  readonly text: string;
  readonly label: string;
}

const pixels = 200;

/** Drawn here: its text is a secret, which no other server may see. Black on white in both color schemes, with the white edge that cameras need. */
const QrCode = ({ text, label }: QrProps) => {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} width={pixels} height={pixels} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
};

interface PartProps {
  readonly setUp: SetUp;
  readonly onDone: (result: SetUpResult) => void;
}

const TotpPart = ({ setUp, onDone }: PartProps) => {
  const t = useFactorTexts();
  const common = useTranslations('common');
  const explain = useFactorError();
  const code = useCredential();
  const begun = useQuery({ queryKey: ['totp-set-up'], queryFn: setUp.beginTotp, staleTime: Infinity, gcTime: 0 });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => setUp.endTotp(begun.data?.challenge ?? '', code.value),
    onSuccess: onDone,
    onError: () => code.setValue(''),
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
  const name = useCredential();
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
    return <RecoveryCodes codes={result.recoveryCodes} onKept={() => onDone(result)} />;
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
