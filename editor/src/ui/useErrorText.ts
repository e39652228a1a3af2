// What an error says to the user.
import { useTranslations } from 'use-intl';
import { ApiError } from '../api/client.ts';
import { useServerText } from './useServerText.ts';

/** The statuses with which the same request may succeed later. */
const passing: readonly number[] = [401, 409, 429];

/** Whether the API, or code of the project, refuses the request as it is, and says why: sending it again does not help. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !passing.includes(error.status);

export const useErrorText = (): ((error: unknown) => string) => {
  const t = useTranslations('common');
  const serverText = useServerText();
  return (error) => {
    if (error instanceof ApiError && error.status === 0) return t('noConnection');
    // The user has closed the dialog that asked for a second factor.
    if (error instanceof ApiError && error.kind === 'StepUpError') return t('notConfirmed');
    const message = serverText(error instanceof Error ? error.message : String(error));
    return isRefusal(error) ? message : t('unexpectedError', { message });
  };
};
