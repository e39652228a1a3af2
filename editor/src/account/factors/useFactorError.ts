// Explains why a factor was refused.
import { ApiError } from '../../api/client.ts';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import { useAccountError } from '../useAccountError.ts';

/** By the API's name of the error. */
const known = {
  FactorError: 'wrong',
  ChallengeError: 'expired',
  FactorLockedError: 'locked',
  PasskeyAddressError: 'noPasskeys',
} as const;

const isKnown = (kind: string): kind is keyof typeof known => Object.hasOwn(known, kind);

/** @returns a function from an error to a sentence in the user's language, and from null to none */
export const useFactorError = (): ((error: unknown) => string | undefined) => {
  const t = useFactorTexts();
  const explain = useAccountError();
  return (error) => {
    if (error instanceof DOMException) return t(error.name === 'InvalidStateError' ? 'known' : 'cancelled');
    if (!(error instanceof ApiError)) return explain(error);
    if (error.status === 429) return t('tooMany');
    return isKnown(error.kind) ? t(known[error.kind]) : explain(error);
  };
};
