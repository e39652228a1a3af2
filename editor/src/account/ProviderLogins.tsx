// The logins beside that with a password: those by the providers, and others.
import { Anchor, Button, Divider, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loginAddress, providersQuery } from '../api/providers.ts';
import { useSignInTexts } from '../messages/useSignInTexts.ts';

interface Props {
  /** The path in the editor to return to. */
  readonly from: string;
  /** Whether a provider opens in a new tab: what was typed stays in this one. */
  readonly inNewTab?: boolean;
  /** Whether the form for a password is shown beside them. */
  readonly usesPassword: boolean;
  /** Shows it, where only those of emergency accounts log in. */
  readonly onUsePassword: () => void;
  /** The button of another login. */
  readonly children?: ReactNode;
}

export const ProviderLogins = ({ from, inNewTab = false, usesPassword, onUsePassword, children = null }: Props) => {
  const t = useSignInTexts();
  const { data: providers = [], isPending } = useQuery(providersQuery);
  if (usesPassword ? providers.length === 0 && children === null : isPending) return null;
  return (
    <Stack>
      {usesPassword ? <Divider label={t('or')} /> : null}
      {children}
      {providers.map((provider) => (
        <Button
          key={provider.name}
          component="a"
          href={loginAddress(provider, from)}
          variant={usesPassword ? 'default' : 'filled'}
          {...(inNewTab ? { target: '_blank' } : {})}
        >
          {t('withProvider', { label: provider.label })}
        </Button>
      ))}
      {usesPassword ? null : (
        <Anchor component="button" type="button" size="sm" ta="center" onClick={onUsePassword}>
          {t('withPassword')}
        </Anchor>
      )}
    </Stack>
  );
};
