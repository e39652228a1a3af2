// The login.
import { Button, Center, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { login, useSession } from '../api/session.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';

export const LoginPage = () => {
  const t = useTranslations('account');
  const session = useSession();
  const [identifier, setIdentifier] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  if (session === 'active') return <Navigate to="/" replace />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    login(identifier, password).catch(setError);
  };
  return (
    <Center h="100%">
      <form onSubmit={submit}>
        <Stack w="20rem">
          {error === undefined ? null : <ErrorMessage error={error} />}
          <TextInput
            label={t('identifier')}
            autoComplete="username"
            value={identifier}
            onChange={(event) => {
              setIdentifier(event.currentTarget.value);
            }}
          />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
            }}
          />
          <Button type="submit">{t('login')}</Button>
        </Stack>
      </form>
    </Center>
  );
};
