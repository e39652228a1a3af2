// Sets up an app or a passkey, and shows the recovery codes of the first factor.
import { Alert, Button, Center, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import type { SetUp, SetUpResult } from '../../api/factors.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { useTextValue } from '../../ui/useTextValue.ts';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useFactorError } from './useFactorError.ts';

export type FactorKind = 'app' | 'passkey';

interface FormProps {
  readonly error: unknown;
  readonly pending: boolean;
  readonly submitLabel: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

const SetUpForm = ({ error, pending, submitLabel, onSubmit, children }: FormProps) => {
  const explain = useFactorError();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {error === null ? null : (
          <Alert color="red" role="alert">
            {explain(error)}
          </Alert>
        )}
        {children}
        <Group justify="flex-end">
          <Button type="submit" loading={pending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

interface PartProps {
  readonly setUp: SetUp;
  readonly onDone: (result: SetUpResult) => void;
}

const AppPart = ({ setUp, onDone }: PartProps) => {
  const t = useFactorTexts();
  const code = useTextValue();
  const begun = useQuery({ queryKey: ['app-set-up'], queryFn: setUp.beginApp, staleTime: Infinity, gcTime: 0 });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => setUp.endApp(begun.data?.challenge ?? '', code.value),
    onSuccess: onDone,
  });
  return (
    <SetUpForm
      error={begun.error ?? error}
      pending={isPending || begun.isPending}
      submitLabel={t('confirm')}
      onSubmit={mutate}
    >
      <Text>{t('scan')}</Text>
      {begun.data === undefined ? null : (
        <>
          <Center>
            <QrCode text={begun.data.uri} label={t('qrCode')} />
          </Center>
          <CopyField label={t('secret')} value={begun.data.secret} />
        </>
      )}
      <TextInput
        label={t('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={9}
        required
        data-autofocus
        {...code.inputProps}
      />
    </SetUpForm>
  );
};

const PasskeyPart = ({ setUp, onDone }: PartProps) => {
  const t = useFactorTexts();
  const name = useTextValue();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => setUp.addPasskey(name.value),
    onSuccess: onDone,
  });
  return (
    <SetUpForm error={error} pending={isPending} submitLabel={t('addPasskey')} onSubmit={mutate}>
      <Text>{t('passkeyText')}</Text>
      <TextInput
        label={t('passkeyName')}
        description={t('passkeyNameText')}
        maxLength={60}
        required
        data-autofocus
        {...name.inputProps}
      />
    </SetUpForm>
  );
};

interface Props {
  readonly kind: FactorKind;
  readonly setUp: SetUp;
  /** Called when the user has kept the recovery codes, if there are some. */
  readonly onDone: (result: SetUpResult) => void;
}

export const SetUpFactor = ({ kind, setUp, onDone }: Props) => {
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
  const Part = kind === 'app' ? AppPart : PasskeyPart;
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
