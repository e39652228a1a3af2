// Explains why a login, or a new password, was refused.
import { useTranslations } from 'use-intl';
import { ApiError } from '../api/client.ts';

/** The API's messages that people meet, by their text. */
const known = {
  'Invalid identifier or password': 'wrongPassword',
  'Your account has been blocked by an administrator': 'blocked',
  'The provided current password is invalid': 'wrongCurrent',
  'Incorrect code provided': 'wrongCode',
  'This site mails no links to set a password': 'noMail',
  'Forgot password action is currently disabled': 'noMail',
  'Your new password must be different than your current password': 'samePassword',
} as const;

const isKnown = (message: string): message is keyof typeof known => message in known;

/** @returns a function from an error to a sentence in the user's language */
export const useAccountError = (): ((error: unknown) => string) => {
  const t = useTranslations('account.errors');
  const common = useTranslations('common');
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof ApiError)) return common('unexpectedError', { message });
    if (error.status === 0) return common('noConnection');
    if (error.status === 429) return t('tooMany');
    return isKnown(message) ? t(known[message]) : common('unexpectedError', { message });
  };
};
