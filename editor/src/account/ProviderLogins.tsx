// The providers that log users in, and the end of a login that one of them began.
import { Alert, Anchor, Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { finishLogin, loginAddress, providersQuery } from '../api/providers.ts';
import { useSignInTexts } from '../messages/useSignInTexts.ts';

const reasons = [
  ...(['cancelled', 'expired', 'refused', 'unavailable', 'noAccess'] as const),
  ...(['noAddress', 'unverified', 'addressTaken', 'blocked'] as const),
];

interface Props {
  /** The path in the editor to return to. */
  readonly from: string;
  /** Whether a provider opens in a new tab: what was typed stays in this one. */
  readonly inNewTab?: boolean;
  /** Shows the form for passwords, where only those of emergency accounts log in; undefined: it is shown. */
  readonly onUsePassword?: (() => void) | undefined;
}

/** In this page's address. A login is finished once, though React renders twice while it is developed. */
let finished: string | undefined;

export const ProviderLogins = ({ from, inNewTab = false, onUsePassword }: Props) => {
  const t = useSignInTexts();
  const { data: providers = [], isPending: isLoading } = useQuery(providersQuery);
  const outcome = new URLSearchParams(location.hash.slice(1));
  const [provider, state, failed] = ['provider', 'state', 'failed'].map((name) => outcome.get(name));
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (login: { readonly provider: string; readonly state: string }) =>
      finishLogin(login.provider, login.state),
  });
  useEffect(() => {
    if (typeof provider !== 'string' || typeof state !== 'string' || state === finished) return;
    finished = state;
    mutate({ provider, state });
  }, [provider, state, mutate]);
  const isMain = onUsePassword !== undefined;
  if (isMain ? isLoading : providers.length === 0) return null;
  const reason = isError ? 'expired' : reasons.find((one) => one === failed);
  return (
    <Stack>
      {isMain ? null : <Divider label={t('or')} />}
      {reason === undefined ? null : (
        <Alert color="red" role="alert">
          {t(`failed.${reason}`)}
        </Alert>
      )}
      {providers.map((one) => (
        <Button
          key={one.name}
          component="a"
          href={loginAddress(one, from)}
          variant={isMain ? 'filled' : 'default'}
          loading={isPending && one.name === provider}
          {...(inNewTab ? { target: '_blank' } : {})}
        >
          {t('withProvider', { label: one.label })}
        </Button>
      ))}
      {isMain ? (
        <Anchor component="button" type="button" size="sm" ta="center" onClick={onUsePassword}>
          {t('withPassword')}
        </Anchor>
      ) : null}
    </Stack>
  );
};
