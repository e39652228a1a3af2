// Says why the last session of this page ended.
import { Alert } from '@mantine/core';
import type { EndReason } from '../api/session.ts';
import { useSignInTexts } from '../messages/useSignInTexts.ts';

export const SessionEndReason = ({ reason }: { readonly reason: EndReason }) => {
  const t = useSignInTexts();
  return (
    <Alert color="blue" role="status">
      {t(`ended.${reason}`)}
    </Alert>
  );
};
