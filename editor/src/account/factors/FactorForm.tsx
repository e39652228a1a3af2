// Asks for one of the user's factors: in a login, and before a change that needs it.
import { Anchor, Checkbox, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Confirmation } from '../../api/factors.ts';
import { hasPasskeys } from '../../api/hasPasskeys.ts';
import type { FactorMethod } from '../../api/pendingFactor.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { AccountForm } from '../AccountFrame.tsx';
import { useCredential } from '../useCredential.ts';
import { useFactorError } from './useFactorError.ts';
import { checkedProps } from '../../ui/inputProps.ts';

interface Props {
  readonly methods: readonly FactorMethod[];
  readonly getPasskey: () => Promise<Confirmation>;
  /** @param remember whether the user wants this browser to be remembered */
  readonly confirm: (confirmation: Confirmation, remember: boolean) => Promise<unknown>;
  readonly onConfirmed?: () => void;
  /** 0: the browser cannot be remembered. */
  readonly rememberDays?: number;
}

const codeOf = (method: FactorMethod, text: string): Confirmation =>
  method === 'totp' ? { code: text } : method === 'recovery' ? { recoveryCode: text } : { password: text };

interface InputProps {
  readonly method: FactorMethod;
  readonly input: ReturnType<typeof useCredential>['inputProps'];
}

/** The input for the code of an authenticator app. */
export const CodeField = ({ input }: Pick<InputProps, 'input'>) => {
  const t = useFactorTexts();
  return (
    <TextInput
      label={t('code')}
      description={t('codeText')}
      autoComplete="one-time-code"
      inputMode="numeric"
      // Apps show the six digits with a space.
      maxLength={9}
      data-autofocus
      autoFocus
      {...input}
    />
  );
};

const ConfirmationInput = ({ method, input }: InputProps) => {
  const t = useFactorTexts();
  const common = { 'data-autofocus': true, autoFocus: true, ...input } as const;
  if (method === 'passkey') return <Text>{t('passkeyText')}</Text>;
  if (method === 'totp') return <CodeField input={input} />;
  if (method === 'password') return <PasswordInput label={t('password')} autoComplete="current-password" {...common} />;
  return (
    <TextInput
      label={t('recoveryCode')}
      description={t('recoveryText')}
      autoComplete="off"
      maxLength={40}
      {...common}
    />
  );
};

export const FactorForm = ({ methods, getPasskey, confirm, onConfirmed, rememberDays = 0 }: Props) => {
  const t = useFactorTexts();
  const explain = useFactorError();
  const possible = methods.filter((method) => method !== 'passkey' || hasPasskeys());
  const [method, setMethod] = useState<FactorMethod>(possible[0] ?? 'recovery');
  const [remember, setRemember] = useState(false);
  const text = useCredential();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async () => confirm(method === 'passkey' ? await getPasskey() : codeOf(method, text.value), remember),
    onSuccess: () => {
      onConfirmed?.();
    },
    onError: () => text.setValue(''),
  });
  const choose = (next: FactorMethod) => {
    setMethod(next);
    text.setValue('');
    reset();
  };
  return (
    <AccountForm
      key={method}
      focusesButton={method === 'passkey'}
      error={explain(error)}
      pending={isPending}
      submitLabel={t(method === 'passkey' ? 'usePasskey' : 'confirm')}
      onSubmit={mutate}
      footer={possible
        .filter((other) => other !== method)
        .map((other) => (
          <Anchor key={other} component="button" type="button" size="sm" ta="center" onClick={() => choose(other)}>
            {t(`ways.${other}`)}
          </Anchor>
        ))}
    >
      <ConfirmationInput method={method} input={text.inputProps} />
      {rememberDays === 0 ? null : (
        <Checkbox label={t('remember', { days: rememberDays })} {...checkedProps(remember, setRemember)} />
      )}
    </AccountForm>
  );
};
