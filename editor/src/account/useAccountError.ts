// Explains why a login, or a new password, was refused.
import { useTranslations } from 'use-intl';
import { ApiError } from '../api/client.ts';

/** The API's messages that people meet, by their text. */
const known = {
  'Invalid identifier or password': 'wrongPassword',
  'Your account has been blocked by an administrator': 'blocked',
  'The provided current password is invalid': 'wrongCurrent',
  'Incorrect code provided': 'wrongCode',
  'This account logs in by a provider, not with a password': 'noPassword',
  'This site mails no links to set a password': 'noMail',
  'Forgot password action is currently disabled': 'noMail',
  'Your new password must be different than your current password': 'samePassword',
  'password is one of the most common ones: choose another': 'commonPassword',
  'password must not be the name or the email address of the user': 'ownName',
} as const;

const isKnown = (message: string): message is keyof typeof known => message in known;

/** @returns a function from an error to a sentence in the user's language, and from null to none */
export const useAccountError = (): ((error: unknown) => string | undefined) => {
  const t = useTranslations('account.errors');
  const account = useTranslations('account');
  const common = useTranslations('common');
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (error === null) return undefined;
    if (!(error instanceof ApiError)) return common('unexpectedError', { message });
    if (error.status === 0) return common('noConnection');
    if (error.kind === 'StepUpError') return common('notConfirmed');
    if (error.status === 429) return t('tooMany');
    const [, least] = /^password must be at least (\d+) characters$/.exec(message) ?? [];
    if (least !== undefined) return account('passwordRule', { count: Number(least) });
    return isKnown(message) ? t(known[message]) : common('unexpectedError', { message });
  };
};
