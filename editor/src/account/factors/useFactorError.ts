// Explains why a factor was refused.
import { ApiError } from '../../api/client.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useAccountError } from '../useAccountError.ts';

/** @returns a function from an error to a sentence in the user's language, and from null to none */
export const useFactorError = (): ((error: unknown) => string | undefined) => {
  const t = useFactorTexts();
  const explain = useAccountError();
  return (error) => {
    if (error instanceof DOMException) return t(error.name === 'InvalidStateError' ? 'known' : 'cancelled');
    if (!(error instanceof ApiError)) return explain(error);
    if (error.status === 429) return t('tooMany');
    if (error.kind === 'ChallengeError') return t('expired');
    if (error.kind === 'FactorLockedError') return t('locked');
    if (error.message.startsWith('Passkeys need')) return t('noPasskeys');
    return error.message === 'Invalid second factor' ? t('wrong') : explain(error);
  };
};
