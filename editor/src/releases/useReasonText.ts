// Says in the user's language what prevents a publication.
import { useTranslations } from 'use-intl';
import type { Reason } from '../api/releases.ts';
import { useFaultText } from '../form/faultTexts.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** @returns a function that says a reason; a reason without a translation stays as the API says it */
export const useReasonText = (): ((reason: Reason) => string) => {
  const t = useReleaseTexts();
  const rules = useTranslations('form.rules');
  const faultText = useFaultText();
  return ({ code, message }) => {
    if (code !== undefined) return code === 'unique' ? rules('taken') : t(`prevents.${code}`);
    return faultText({ kind: 'api', message }, false);
  };
};
