// Says in the user's language what prevents a publication.
import { useTranslations } from 'use-intl';
import type { Reason } from '../api/releases.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { ruleOf } from './reasonRules.ts';

/** @returns a function that says a reason; a reason without a translation stays as the API says it */
export const useReasonText = (): ((reason: Reason) => string) => {
  const t = useReleaseTexts();
  const rules = useTranslations('form.rules');
  return ({ code, message }) => {
    if (code !== undefined) return code === 'unique' ? rules('taken') : t(`prevents.${code}`);
    const rule = ruleOf(message);
    return rule === undefined ? message : rules(rule.name, { limit: rule.limit });
  };
};
