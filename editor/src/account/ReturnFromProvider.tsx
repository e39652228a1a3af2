// Ends a login from which a provider has sent the browser back, or says why it failed. Both are in the fragment of the address.
import { Alert, Center, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { finishLogin } from '../api/providers.ts';
import { signIn } from '../messages/en/signIn.ts';
import { useSignInTexts } from '../messages/useSignInTexts.ts';

type Reason = keyof typeof signIn.failed;

const isReason = (value: string | null): value is Reason => value !== null && Object.hasOwn(signIn.failed, value);

export const ReturnFromProvider = () => {
  const t = useSignInTexts();
  const [answer] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const [provider, state, failed] = [answer.get('provider'), answer.get('state'), answer.get('failed')];
  const { mutate, isPending, isError } = useMutation({ mutationFn: finishLogin });
  // React calls effects twice while it is developed.
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    // It works once, and does not concern whoever loads the page again.
    history.replaceState(history.state, '', location.pathname + location.search);
    if (provider !== null && state !== null) mutate({ provider, state });
  }, [provider, state, mutate]);
  if (isPending)
    return (
      <Center>
        <Loader />
      </Center>
    );
  const reason = isError ? 'expired' : failed;
  return isReason(reason) ? (
    <Alert color="red" role="alert">
      {t(`failed.${reason}`)}
    </Alert>
  ) : null;
};
