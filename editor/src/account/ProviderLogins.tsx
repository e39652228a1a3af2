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
  /** Shows the form for passwords, where only those of emergency accounts log in; undefined: it is shown. */
  readonly onUsePassword?: (() => void) | undefined;
  /** The button of another login. */
  readonly children?: ReactNode;
}

export const ProviderLogins = ({ from, inNewTab = false, onUsePassword, children = null }: Props) => {
  const t = useSignInTexts();
  const { data: providers = [], isPending } = useQuery(providersQuery);
  const isMain = onUsePassword !== undefined;
  if (isMain ? isPending : providers.length === 0 && children === null) return null;
  return (
    <Stack>
      {isMain ? null : <Divider label={t('or')} />}
      {children}
      {providers.map((provider) => (
        <Button
          key={provider.name}
          component="a"
          href={loginAddress(provider, from)}
          variant={isMain ? 'filled' : 'default'}
          {...(inNewTab ? { target: '_blank' } : {})}
        >
          {t('withProvider', { label: provider.label })}
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
