// The logins beside that with a password: those by the providers, and others.
import { Anchor, Button, Divider, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loginAddress, providersQuery } from '../api/providers.ts';
import { useSignInTexts } from '../messages/useSignInTexts.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import classes from './ProviderLogins.module.css';

interface Props {
  /** The path in the editor to return to. */
  readonly from: string;
  /** The name of the provider that logs the user in; null: any may do. */
  readonly only?: string | null;
  /** Whether a provider opens in a new tab: what was typed stays in this one. */
  readonly inNewTab?: boolean;
  /** Whether the form for a password is shown beside them. */
  readonly usesPassword?: boolean;
  /** Shows it, where only those of emergency accounts log in. */
  readonly onUsePassword: () => void;
  /** The button of another login. */
  readonly children?: ReactNode;
}

export const ProviderLogins = (props: Props) => {
  const { from, only = null, inNewTab = false, usesPassword = false, onUsePassword, children = null } = props;
  const t = useSignInTexts();
  const { data = [], error, isPending, refetch } = useQuery(providersQuery);
  const own = data.filter(({ name }) => name === only);
  const providers = own.length === 0 ? data : own;
  if (usesPassword && providers.length === 0 && children === null) return null;
  return (
    <Stack>
      {usesPassword ? <Divider label={t('or')} /> : null}
      {children}
      {isPending && !usesPassword ? <Skeleton height={36} /> : null}
      {error === null || usesPassword ? null : <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {providers.map((provider) => (
        <Button
          key={provider.name}
          component="a"
          href={loginAddress(provider, from)}
          classNames={{ root: classes.button, label: classes.label }}
          variant={usesPassword ? 'default' : 'filled'}
          {...(inNewTab ? { target: '_blank' } : {})}
        >
          {t('withProvider', { label: provider.label })}
        </Button>
      ))}
      {inNewTab && providers.length > 0 ? (
        <Text size="sm" c="dimmed" ta="center">
          {t('inNewTab')}
        </Text>
      ) : null}
      {usesPassword || isPending || own.length > 0 ? null : (
        <Anchor component="button" type="button" size="sm" ta="center" onClick={onUsePassword}>
          {t('withPassword')}
        </Anchor>
      )}
    </Stack>
  );
};
