// The login with a passkey alone.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { loginWithPasskey } from '../../api/factors.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useFactorError } from './useFactorError.ts';

export const PasskeyLogin = () => {
  const t = useFactorTexts();
  const explain = useFactorError();
  const { mutate, error, isPending } = useMutation({ mutationFn: loginWithPasskey });
  return (
    <SubmitForm error={explain(error)} onSubmit={mutate}>
      <Button type="submit" variant="default" loading={isPending}>
        {t('ways.passkey')}
      </Button>
    </SubmitForm>
  );
};
